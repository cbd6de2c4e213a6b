// The fonts for the browser: those of the machine, and one for Chinese and Japanese from npm, because most test machines have none.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const HAN = path.join(import.meta.dirname, 'node_modules/@embedpdf/fonts-sc/fonts');

/** Without them fontconfig falls back to the first file it finds, such as one with serifs. Open Sans comes with the Chromium of npm. */
const PREFERRED = ['Open Sans', 'Liberation Sans', 'DejaVu Sans'];
const FALLBACK =
  '<match target="pattern"><edit name="family" mode="append" binding="weak">' +
  `${PREFERRED.map((font) => `<string>${font}</string>`).join('')}</edit></match>`;

/** Environment variables for the browser. */
export function fontSettings(): Record<string, string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-fonts-'));
  const file = path.join(folder, 'fonts.conf');
  const places = ['/usr/share/fonts', path.join(tmpdir(), 'fonts/fonts'), HAN];
  const lines = places.map((place) => `<dir>${place}</dir>`);
  const cache = `<cachedir>${folder}</cachedir>`;
  writeFileSync(file, `<fontconfig>${lines.join('')}${FALLBACK}${cache}</fontconfig>\n`);
  return { FONTCONFIG_FILE: file };
}
