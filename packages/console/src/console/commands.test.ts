// Tests that every command shown on a page exists in the CLI.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = path.join(import.meta.dirname, '..');
const REFERENCE = path.join(import.meta.dirname, '../../../../docs/reference/cli.md');

function shownCommands(): string[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tsx'),
  );
  const texts = files.map((name) => readFileSync(path.join(SOURCES, name), 'utf8'));
  return texts.flatMap((text) =>
    [...text.matchAll(/npx (reelgate(?: [a-z-]+)+)/g)].map((match) => match[1]!),
  );
}

test('a command in a page is in the reference', () => {
  const known = [...readFileSync(REFERENCE, 'utf8').matchAll(/^## (reelgate .+)$/gm)].map(
    (match) => match[1]!,
  );
  const unknown = shownCommands().filter(
    (command) => !known.some((name) => command === name || command.startsWith(`${name} `)),
  );
  expect(shownCommands().length).toBeGreaterThan(3);
  expect(unknown).toEqual([]);
});
