// `docs` shows the guides of this release in the terminal, or writes them as a web site. It needs no gateway, no configuration and no network.
import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createFinder } from '../documents/find-sections.ts';
import { type Guide, readGuides, servedFiles } from '../documents/guides.ts';
import {
  type GuideSection,
  guideSections,
  type MarkdownLine,
  markdownLines,
  withoutMarks,
} from '../documents/sections.ts';
import { siteFiles } from '../documents/site.ts';
import { nearestName } from '../domain/text/nearest-name.ts';
import { makeFolder } from '../process/make-folder.ts';
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
reelgate docs NAME shows one, reelgate docs search WORDS finds what is said about them.\n`;
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

/** Of each section. The heading says where to read on. */
const LINES_MAX = 3;

/** Marks of headings, quotes, rows of a table and items of a list. A bold start of a line is none of them. */
const LINE_START = /^(?:\s|[#>|]|[-*] |\d+\. )+/;

/** The text of a line. Emphasis that goes on in the next line has one of its marks only, which is dropped too. */
function lineText({ text, isCode }: MarkdownLine): string {
  if (isCode) return text.trim();
  const plain = withoutMarks(text.replace(LINE_START, '')).replaceAll('**', '').trim();
  return plain.endsWith('|') ? plain.slice(0, -1).trim() : plain;
}

/** The lines of a section with the most of the words, in their sequence. */
function hitsIn(
  { name, heading, line, endLine }: GuideSection,
  lines: MarkdownLine[],
  words: readonly string[],
): Hit[] {
  return lines
    .slice(line - 1, endLine - 1)
    .map((one) => ({ one, has: words.filter((word) => one.text.toLowerCase().includes(word)).length }))
    .filter(({ one, has }, at) => at === 0 || (has > 0 && one.text.trim() !== ''))
    .sort((a, b) => b.has - a.has)
    .slice(0, LINES_MAX)
    .map(({ one }) => ({ guide: name, heading, line: one.line, text: lineText(one) }))
    .sort((a, b) => a.line - b.line);
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
  if (words.length === 0)
    throw new CliError('say what to search for: reelgate docs search WORDS', EXIT.usage);
  const linesOf = new Map(guides.map(({ name, markdown }) => [name, markdownLines(markdown)]));
  const sections = createFinder(guides.flatMap((guide) => guideSections(guide)))(words.join(' '));
  const hits = sections.flatMap((section) => hitsIn(section, linesOf.get(section.name)!, words));
  const none = `No guide says anything about ${words.map((word) => `"${plainText(word)}"`).join(' and ')}.\n`;
  show(call, { hits }, () => (hits.length === 0 ? none : hitsText(hits, words[0]!, call.world.columns)));
  return hits.length === 0 ? EXIT.no : EXIT.ok;
}

/** A folder with other files in it could be anything, so it must be new or empty. */
function newFolder(folder: string): void {
  try {
    makeFolder(folder);
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
  examples: ['docs', 'docs prices', 'docs search add my own youtube key', 'docs --html site'],
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
