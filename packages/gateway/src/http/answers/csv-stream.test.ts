// A CSV file has every page of its list in order, and says when it is cut.
import { expect, test } from 'vitest';
import { failure } from '../../domain/failure.ts';
import { type CsvForm, csvHead, csvLines } from '../../verb/csv.ts';
import { csvChunks } from './csv-stream.ts';

interface Page {
  rows: { id: string }[];
  next: string | null;
}

const form: CsvForm = {
  head: () => csvHead(['id']),
  lines: (page) => csvLines(['id'], (page as Page).rows),
  next: (page) => (page as Page).next,
};

const pageOf = (id: string, next: string | null): Page => ({ rows: [{ id }], next });

async function textOf(chunks: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += chunk;
  return text;
}

test('all pages are in the file, in order, and no cell starts a formula', async () => {
  const pages: Record<string, Page> = { b: pageOf('=2+2', 'c'), c: pageOf('-1', null) };
  const chunks = csvChunks(form, pageOf('@a', 'b'), async (cursor) => pages[cursor]!);
  expect(await textOf(chunks)).toBe('id\r\n"\'@a"\r\n"\'=2+2"\r\n"-1"\r\n');
});

test('an endless list is cut after two hundred pages, and its last line says so', async () => {
  let asked = 0;
  const chunks = csvChunks(form, pageOf('0', 'more'), async () => pageOf(String(++asked), 'more'));
  const lines = (await textOf(chunks)).trim().split('\r\n');
  expect([asked, lines.length, lines.at(-1)]).toEqual([
    199,
    202,
    expect.stringContaining('There are more rows'),
  ]);
});

test('a page that cannot be read breaks the file off, so that it does not look complete', async () => {
  const chunks = csvChunks(form, pageOf('0', 'more'), async () => failure('INTERNAL', 'no'));
  await expect(textOf(chunks)).rejects.toThrow('the list broke off');
});
