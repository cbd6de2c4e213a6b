// A guide as text for a terminal: paragraphs and lists wrapped, tables aligned or one row after another, code as it is. Links name what to
// type for the other guide.
import { destinationOf, fileNote, type ServedFiles } from '../documents/links.ts';
import { markdownLines, withoutMarks } from '../documents/sections.ts';
import { textWidth, wrapText } from '../terminal/text-width.ts';

/** Longer lines are hard to read. */
const WIDTH_MAX = 100;
const WIDTH_DEFAULT = 80;

export const textColumns = (columns: number | null) => Math.min(columns ?? WIDTH_DEFAULT, WIDTH_MAX);

/** Breaks at spaces. A word that is longer than a line gets a line of its own. */
export function indentedText(text: string, width: number, first = '', rest = first): string {
  const lines = wrapText(text, width - textWidth(rest));
  return lines.map((line, i) => (i === 0 ? first : rest) + line).join('\n');
}

const LINK = /!?\[([^[\]]*)\]\(([^()\s]+)\)/g;

/** The name of the guide at a path such as `/docs/prices`; null for other pages. */
const guideAt = (page: string) => (page.startsWith('/docs/') ? page.slice('/docs/'.length) : null);

/** Emphasis is dropped and code keeps its backticks: they show what to type. */
function inline(text: string, { file, served }: GuideText): string {
  const linked = text.replace(LINK, (_whole, shown: string, href: string) => {
    const to = destinationOf(href, file, served);
    if (to === null || href.startsWith('#')) return shown;
    if (to.kind === 'web') return to.href === shown ? shown : `${shown} (${to.href})`;
    if (to.kind === 'page') {
      const guide = guideAt(to.page);
      return guide === null ? shown : `${shown} (reelgate docs ${guide})`;
    }
    const note = fileNote(shown, to.file);
    return note === '' ? shown : `${shown} (${note})`;
  });
  // Marks within code are part of the code.
  return linked
    .split(/(`[^`]+`)/)
    .map((part, at) => (at % 2 === 1 ? part : withoutMarks(part)))
    .join('');
}

interface GuideText {
  markdown: string;
  /** Path of the guide in the repository. */
  file: string;
  served: ServedFiles;
}

interface Block {
  kind: 'code' | 'table' | 'heading' | 'item' | 'quote' | 'paragraph' | 'space';
  lines: string[];
}

const ITEM = /^( *)([-*]|\d+\.) /;

function kindOf(text: string, isCode: boolean): Block['kind'] {
  if (isCode) return 'code';
  if (text.trim() === '' || text.startsWith('<!--')) return 'space';
  if (/^#{1,6} /.test(text)) return 'heading';
  if (text.startsWith('|')) return 'table';
  if (text.startsWith('> ')) return 'quote';
  return ITEM.test(text) ? 'item' : 'paragraph';
}

/** A line goes on with what is above it, unless it begins something of its own. */
function isContinuation(kind: Block['kind'], above: Block | undefined): above is Block {
  if (above === undefined || kind === 'heading' || kind === 'item') return false;
  if (kind === 'paragraph') return above.kind === 'paragraph' || above.kind === 'item';
  return kind === above.kind;
}

function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  for (const { text, isCode } of markdownLines(markdown)) {
    const kind = kindOf(text, isCode);
    const above = blocks.at(-1);
    if (isContinuation(kind, above)) above.lines.push(text);
    else blocks.push({ kind, lines: [text] });
  }
  return blocks;
}

export function guideText(guide: GuideText, columns: number | null): string {
  const width = textColumns(columns);
  const texts = blocksOf(guide.markdown).map((block) => blockText(block, guide, width));
  return `${texts
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}

function blockText({ kind, lines }: Block, guide: GuideText, width: number): string {
  const joined = () => inline(lines.map((line) => line.trim()).join(' '), guide);
  switch (kind) {
    case 'space':
      return '';
    case 'heading':
      return headingText(lines[0]!, guide, width);
    case 'code':
      return lines
        .filter((line) => !/^\s*(?:```|~~~)/.test(line))
        .map((line) => `    ${line}`.trimEnd())
        .join('\n');
    case 'table':
      return tableText(lines, guide, width);
    case 'quote':
      return indentedText(inline(lines.map((line) => line.slice(2)).join(' '), guide), width, '  | ');
    case 'item':
      return itemText(lines, guide, width);
    default:
      return indentedText(joined(), width);
  }
}

/** Underlined by its level, which needs no colours. */
function headingText(line: string, guide: GuideText, width: number): string {
  const marks = line.indexOf(' ');
  const text = inline(line.slice(marks).trim(), guide);
  const under = ['=', '-'][marks - 1];
  return under === undefined
    ? `\n${text}\n`
    : `\n${text}\n${under.repeat(Math.min(textWidth(text), width))}\n`;
}

function itemText(lines: readonly string[], guide: GuideText, width: number): string {
  const [mark, indent = '', sign = '-'] = ITEM.exec(lines[0]!)!;
  const text = [lines[0]!.slice(mark.length), ...lines.slice(1).map((line) => line.trim())].join(' ');
  const first = `${indent}${sign} `;
  return indentedText(inline(text, guide), width, first, ' '.repeat(first.length));
}

/** `\|` is a bar within a cell. */
function cellsOf(line: string, guide: GuideText): string[] {
  const cells = line.trim().replaceAll('\\|', '\u0000').split('|').slice(1, -1);
  return cells.map((cell) => inline(cell.replaceAll('\u0000', '|').trim(), guide));
}

const GAP = '  ';

/** Aligned where it fits. Otherwise each row is its first cell, with the others below it. */
function tableText(lines: readonly string[], guide: GuideText, width: number): string {
  const [heads = [], , ...rows] = lines.map((line) => cellsOf(line, guide));
  const all = [heads, ...rows];
  const widths = heads.map((_, at) => Math.max(...all.map((row) => textWidth(row[at] ?? ''))));
  const total = widths.reduce((sum, one) => sum + one + GAP.length, -GAP.length);
  if (total > width) return rows.map((row) => rowText(heads, row, width)).join('\n\n');
  const padded = (text: string, at: number) => text + ' '.repeat(widths[at]! - textWidth(text));
  const written = all.map((row) => heads.map((_, at) => padded(row[at] ?? '', at)).join(GAP));
  written.splice(1, 0, widths.map((one) => '-'.repeat(one)).join(GAP));
  return written.map((line) => line.trimEnd()).join('\n');
}

function rowText(heads: readonly string[], row: readonly string[], width: number): string {
  const [name = '', ...others] = row;
  const below = others.map((text, at) => {
    const head = heads[at + 1];
    const titled = head === undefined || head === '' ? text : `${head}: ${text}`;
    return indentedText(titled, width, GAP.repeat(2));
  });
  return [indentedText(name, width, '', GAP), ...below.filter((text) => text.trim() !== '')].join('\n');
}
