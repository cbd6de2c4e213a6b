// A logo is a small picture, or the start is refused with the reason.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { StartRefused } from '../process/start-refused.ts';
import { readLogo } from './service-logo.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-logo-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(name: string, content: string | Buffer): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

test('a picture is read with the ending of its name, and no setting gives no logo', () => {
  expect(readLogo(null)).toBeNull();
  const png = Buffer.from('89504e470d0a1a0a', 'hex');
  expect(readLogo(written('a.png', png))).toEqual({ bytes: new Uint8Array(png), ending: 'png' });
  expect(readLogo(written('a.svg', '<?xml version="1.0"?><svg/>'))?.ending).toBe('svg');
});

test.each([
  ['is missing', () => path.join(folder, 'none.png')],
  ['is a folder', () => folder],
  ['is too large', () => written('b.svg', `<svg>${' '.repeat(256 * 1024)}</svg>`)],
  ['is another thing', () => written('c.png', '<html>')],
  ['is empty', () => written('d.webp', '')],
])('one that %s refuses the start', (_, file) => {
  expect(() => readLogo(file())).toThrow(StartRefused);
});
