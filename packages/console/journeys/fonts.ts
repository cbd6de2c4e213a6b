// Owns the fonts that the browser finds: those of the machine, and one for Chinese and Japanese from npm, because neither the browser's
// package nor most test machines have one.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const HAN = path.join(import.meta.dirname, 'node_modules/@embedpdf/fonts-sc/fonts');

/** What the browser must be started with. */
export function fontSettings(): Record<string, string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-fonts-'));
  const file = path.join(folder, 'fonts.conf');
  const places = ['/usr/share/fonts', path.join(tmpdir(), 'fonts/fonts'), HAN];
  const lines = places.map((place) => `<dir>${place}</dir>`);
  writeFileSync(file, `<fontconfig>${lines.join('')}<cachedir>${folder}</cachedir></fontconfig>\n`);
  return { FONTCONFIG_FILE: file };
}
