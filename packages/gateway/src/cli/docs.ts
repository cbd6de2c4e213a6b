// `docs` shows the guides of this release in the terminal, or writes them as a web site. It needs no gateway, no configuration and no network.
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Guide, readGuides, servedFiles } from '../documents/guides.ts';
import { headingsOf, type MarkdownLine, markdownLines, withoutMarks } from '../documents/sections.ts';
import { siteFiles } from '../documents/site.ts';
import { nearestName } from '../domain/nearest-name.ts';
import type { CliCommand, Invocation } from '../terminal/command.ts';
import { show } from '../terminal/output.ts';
import { fitText, plainText } from '../terminal/text-width.ts';
import { CliError, EXIT } from '../terminal/world.ts';
import { guideText, indentedText, textColumns } from './docs-text.ts';

interface Options {
  html?: string;
}

type Call = Invocation<[string[]], Options>;

const SEARCH = 'search';

const listed = ({ name, title, summary, audience }: Guide) => ({ name, title, summary, audience });

function listText(guides: readonly Guide[], columns: number | null): string {
  const width = Math.max(...guides.map(({ name }) => name.length)) + 2;
  const part = (title: string, audience: Guide['audience']) => {
    const lines = guides
      .filter((guide) => guide.audience === audience)
      .map(({ name, title: text }) =>
        indentedText(text, textColumns(columns), `  ${name.padEnd(width)}`, ' '.repeat(width + 2)),
      );
    return `${title}:\n${lines.join('\n')}\n`;
  };
  return `${part('For callers', 'callers')}\n${part('For operators', 'operators')}
reelgate docs NAME shows one, reelgate docs search WORD finds lines in all of them.\n`;
}

function list(call: Call, guides: readonly Guide[]): number {
  show(call, { guides: guides.map(listed) }, () => listText(guides, call.world.columns));
  return EXIT.ok;
}

async function showGuide(call: Call, guides: readonly Guide[], name: string): Promise<number> {
  const guide = guides.find((one) => one.name === name);
  if (guide === undefined) {
    const near = nearestName(
      name,
      guides.map((one) => one.name),
    );
    const hint = near === null ? '"reelgate docs" lists all guides' : `did you mean "${near}"?`;
    throw new CliError(`there is no guide "${name}"; ${hint}`, EXIT.no);
  }
  const { markdown, file } = guide;
  if (call.json) {
    show(call, { ...listed(guide), markdown }, () => '');
    return EXIT.ok;
  }
  const text = guideText({ markdown, file, served: servedFiles(guides) }, call.world.columns);
  const isShown = (await call.world.showPaged?.(text)) ?? false;
  if (!isShown) call.world.out(text);
  return EXIT.ok;
}

interface Hit {
  guide: string;
  /** Of the section that the line is in. */
  heading: string;
  /** From 1, in the Markdown. */
  line: number;
  text: string;
}

/** A word that stands everywhere would print everything. */
const HITS_MAX = 200;

/** Marks of headings, quotes, rows of a table and items of a list. A bold start of a line is none of them. */
const LINE_START = /^(?:\s|[#>|]|[-*] |\d+\. )+/;

/** The text of a line. Emphasis that goes on in the next line has one of its marks only, which is dropped too. */
function lineText({ text, isCode }: MarkdownLine): string {
  if (isCode) return text.trim();
  const plain = withoutMarks(text.replace(LINE_START, '')).replaceAll('**', '').trim();
  return plain.endsWith('|') ? plain.slice(0, -1).trim() : plain;
}

const LETTER = /[\p{L}\p{N}_]/u;

/** Whether the word stands in the text without a letter before or after it. Both are in lower case. */
function hasWholeWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const around = (text[at - 1] ?? ' ') + (text[at + word.length] ?? ' ');
    if (!LETTER.test(around)) return true;
  }
  return false;
}

/** Headings come first, then lines with exactly these words, then lines with longer words. */
function rankOf(isHeading: boolean, isExact: boolean): number {
  return (isHeading ? 0 : 2) + (isExact ? 0 : 1);
}

/** Lines that contain every word, in any case, each with its rank: the lowest is the best. */
function hitsIn(guide: Guide, words: readonly string[]): { hit: Hit; rank: number }[] {
  const headings = headingsOf(guide.markdown);
  return markdownLines(guide.markdown)
    .filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)))
    .map((found) => {
      const { text, line } = found;
      const above = headings.findLast((one) => one.line <= line);
      const hit = { guide: guide.name, heading: above?.text ?? guide.title, line, text: lineText(found) };
      const isExact = words.every((word) => hasWholeWord(text.toLowerCase(), word));
      return { hit, rank: rankOf(above?.line === line, isExact) };
    });
}

/** One line of text around the first word. */
function excerpt(text: string, word: string, width: number): string {
  const at = text.toLowerCase().indexOf(word);
  const from = Math.max(0, at - Math.floor(width / 3));
  return fitText(from === 0 ? text : `…${text.slice(from)}`, width);
}

function hitsText(hits: readonly Hit[], word: string, columns: number | null): string {
  const width = textColumns(columns);
  return [...Map.groupBy(hits, ({ guide, heading }) => `${guide} · ${heading}`)]
    .map(([place, own]) => {
      const lines = own.map(
        ({ line, text }) => `${String(line).padStart(5)}  ${excerpt(text, word, width - 7)}\n`,
      );
      return `${fitText(place, width)}\n${lines.join('')}`;
    })
    .join('\n');
}

function search(call: Call, guides: readonly Guide[], given: readonly string[]): number {
  const words = given.flatMap((text) => text.toLowerCase().split(/\s+/)).filter((word) => word !== '');
  if (words.length === 0) throw new CliError('say what to search for: reelgate docs search WORD', EXIT.usage);
  const all = guides.flatMap((guide) => hitsIn(guide, words)).sort((a, b) => a.rank - b.rank);
  const hits = all.slice(0, HITS_MAX).map(({ hit }) => hit);
  const more = all.length - hits.length;
  const rest = more === 0 ? '' : `\n${more} more lines; add a word to find fewer.\n`;
  const none = `No guide has a line with ${words.map((word) => `"${plainText(word)}"`).join(' and ')}.\n`;
  show(call, { hits, more }, () =>
    hits.length === 0 ? none : hitsText(hits, words[0]!, call.world.columns) + rest,
  );
  return hits.length === 0 ? EXIT.no : EXIT.ok;
}

/** A folder with other files in it could be anything, so it must be new or empty. */
function newFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    if (readdirSync(folder).length === 0) return;
  } catch (error) {
    throw new CliError(`cannot write into ${folder}: ${String(error)}`);
  }
  throw new CliError(`${folder} is not empty; name a new folder`, EXIT.no);
}

async function writeSite(call: Call, guides: readonly Guide[], folder: string): Promise<number> {
  const files = await siteFiles(guides, call.world.versions.reelgate);
  if (files === null) throw new CliError('the pages of this clone are not built; run "npm run pages"');
  newFolder(folder);
  // Web servers run as another user, from whom everything else that a command writes is kept.
  chmodSync(folder, 0o755);
  for (const [name, text] of files) {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    chmodSync(file, 0o644);
  }
  show(
    call,
    { folder, guides: guides.length },
    () =>
      `Wrote ${guides.length} guides into ${folder}. Any web server can serve the folder; it begins with index.html.\n`,
  );
  return EXIT.ok;
}

export const docsCommand: CliCommand<[string[]], Options> = {
  name: 'docs',
  summary: 'List the guides, show one, search in all of them, or write them as a web site',
  arguments: [{ name: '[name...]', summary: 'a guide; or "search" and the words to find' }],
  options: [
    { flags: '--html <FOLDER>', summary: 'write all guides as a web site with a search into a new folder' },
  ],
  notes:
    'Works offline, without a gateway. On a terminal a guide is shown in PAGER (less, when it is not set).',
  examples: ['docs', 'docs prices', 'docs search request id', 'docs --html site'],
  async run(call) {
    const guides = await readGuides();
    const [first, ...rest] = call.args[0];
    const { html } = call.options;
    if (html !== undefined && first !== undefined)
      throw new CliError('--html writes all guides; name none', EXIT.usage);
    if (html !== undefined) return writeSite(call, guides, html);
    if (first === undefined) return list(call, guides);
    if (first === SEARCH) return search(call, guides, rest);
    if (rest.length > 0) throw new CliError('name one guide: reelgate docs NAME', EXIT.usage);
    return showGuide(call, guides, first);
  },
};
