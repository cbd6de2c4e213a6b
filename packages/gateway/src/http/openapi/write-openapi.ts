// Writes the committed copy of the OpenAPI document at the root of the repository. With `--check` it only tells
// whether the copy is current.
import { readFileSync, writeFileSync } from 'node:fs';
import { lineJson } from '../../domain/text/line-json.ts';
import { buildOpenApi } from './openapi.ts';

const FILE = new URL('../../../../../openapi.json', import.meta.url);

/** `paths` → path → method, and `components` → `schemas` → name: one operation or schema per line. */
const LEVELS = 3;

export function openApiText(): string {
  return `${lineJson(buildOpenApi('reelgate'), LEVELS)}\n`;
}

export function committedText(): string | null {
  try {
    return readFileSync(FILE, 'utf8');
  } catch {
    return null;
  }
}

function main(args: readonly string[]): number {
  const text = openApiText();
  if (!args.includes('--check')) {
    writeFileSync(FILE, text);
    return 0;
  }
  if (text === committedText()) return 0;
  console.error('openapi.json is out of date: run `npm run openapi` and commit the result');
  return 1;
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2));
