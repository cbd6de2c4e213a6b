// The list of error codes says the same as the page of each code.
import { expect, test } from 'vitest';
import { FAILURES } from '../../domain/failure.ts';
import { STATUS } from '../answers/status.ts';
import { codesTable, ERROR_CODES, errorListMarkdown, errorMarkdown } from './error-pages.ts';

/** Row of the list → its cells. */
const rows = new Map(
  errorListMarkdown()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .flatMap(([, status, name, title, charged, next]) => {
      const code = /^\[([A-Z_]+)\]/.exec(name ?? '')?.[1];
      return code === undefined ? [] : [[code, { status, title, charged, next }] as const];
    }),
);

const partOf = (page: string, title: string) => page.split(`## ${title}\n\n`)[1]!.split('\n')[0]!;

test('each code is listed with its status and title, and with the charge and the advice of its page', () => {
  expect([...rows.keys()]).toEqual(ERROR_CODES);
  /** What the list advises for each value of `next`. */
  const advice = new Map<string, Set<string>>();
  for (const code of ERROR_CODES) {
    const page = errorMarkdown(code);
    const isFree = partOf(page, 'What was charged').startsWith('Nothing.');
    const { status, title, charged, next } = rows.get(code)!;
    expect([code, status, title, charged]).toEqual([
      ...[code, String(STATUS[code]), FAILURES[code].title, isFree ? 'no' : 'not now'],
    ]);
    expect(page).toContain(`\`next\` is \`${FAILURES[code].next}\``);
    advice.set(FAILURES[code].next, (advice.get(FAILURES[code].next) ?? new Set()).add(next!));
  }
  const texts = [...advice.values()].map((of) => [...of]);
  expect(texts.filter((of) => of.length !== 1)).toEqual([]);
  expect(new Set(texts.flat()).size).toBe(advice.size);
  expect(new Set([...rows.values()].map(({ charged }) => charged))).toEqual(new Set(['no', 'not now']));
});

test('the table of pages has the same words', () => {
  for (const [code, { charged }] of rows)
    expect(codesTable([code as keyof typeof FAILURES])).toContain(`<td>${charged}</td>`);
});
