// Reads the Markdown files of the repository: blocks of code, links, anchors and prose.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.join(import.meta.dirname, '../../../../..');

/** Folders with files that git does not track, or that others wrote. */
const LEFT_OUT = new Set(['.git', '.cache', 'node_modules', 'dist', 'data', 'coverage', 'results']);

/** Every Markdown file of the repository, as a path below its root. */
export function markdownFiles(folder = ROOT): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : markdownFiles(place);
    return entry.name.endsWith('.md') ? [path.relative(ROOT, place)] : [];
  });
}

export const readDocument = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** README and the guides: what readers follow step by step. */
export const guideFiles = (): string[] =>
  markdownFiles().filter((file) => file === 'README.md' || file.startsWith('docs/guides/'));

export interface Block {
  file: string;
  /** Line of the opening fence, from 1. */
  line: number;
  language: string;
  code: string;
  /** From `<!-- before: … -->` above the block: lines that the example takes for granted. */
  before: string;
  /** From `<!-- not run: … -->` above the block. null for a block that is run. */
  notRun: string | null;
}

/** Comments that stand directly above the block, then its fences, which may be indented as part of a list. */
const BLOCK = /((?:^ *<!--(?:(?!-->)[\s\S])*-->\n+)*)^( *)```(\w*)\n([\s\S]*?)^\2```$/gm;
const NOTE = /<!--\s*(before|not run):\s*((?:(?!-->)[\s\S])*?)\s*-->/g;

export function blocksOf(file: string): Block[] {
  const text = readDocument(file);
  return [...text.matchAll(BLOCK)].map(({ index, 1: comments, 2: indent, 3: language, 4: code }) => {
    const notes = [...comments!.matchAll(NOTE)];
    const said = (name: string) => notes.filter(([, what]) => what === name).map(([, , words]) => words!);
    return {
      file,
      line: text.slice(0, index + comments!.length).split('\n').length,
      language: language!,
      code: code!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      before: said('before').join('\n'),
      notRun: said('not run')[0] ?? null,
    };
  });
}

/** The document without blocks of code and comments; as many lines as before. */
function proseOf(text: string): string {
  const blank = (part: string) => part.replaceAll(/[^\n]/g, '');
  return text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, blank).replaceAll(/<!--[\s\S]*?-->/g, blank);
}

export interface Link {
  file: string;
  line: number;
  /** As written, without a title. */
  target: string;
}

/** Links and pictures. Code in backticks may contain brackets that are no link; a link's text may contain code. */
export function linksOf(file: string): Link[] {
  const lines = proseOf(readDocument(file)).split('\n');
  return lines.flatMap((text, index) =>
    [...text.replaceAll(/`[^`]*`/g, 'code').matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g)].map(
      ([, target]) => ({
        file,
        line: index + 1,
        target: target!,
      }),
    ),
  );
}

/** The anchors that GitHub gives to headings. */
export function anchorsOf(file: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading] of proseOf(readDocument(file)).matchAll(/^#+ +(.+)$/gm)) {
    const slug = anchorOf(heading!);
    let number = 0;
    while (anchors.has(number === 0 ? slug : `${slug}-${number}`)) number += 1;
    anchors.add(number === 0 ? slug : `${slug}-${number}`);
  }
  return anchors;
}

const anchorOf = (heading: string): string =>
  heading
    .trim()
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-');

/** Words below which a cell of a table or a label is a name and not a sentence. */
const SENTENCE_WORDS_MIN = 5;

/** Code does not count: a cell that is a command or a list of names is no sentence. */
const wordsOf = (sentence: string): number =>
  sentence
    .replaceAll(/`[^`]*`/g, '')
    .split(' ')
    .filter((word) => /\p{L}{2}/u.test(word)).length;

/** Sentences of paragraphs, lists and tables, on one line each. */
export function sentencesOf(text: string): string[] {
  const cells = proseOf(text)
    .replaceAll(/^#+ .*$/gm, '\n')
    .replaceAll(/^ *\|(.*)\|$/gm, (_, row: string) => `\n\n${row.replaceAll(/(?<!\\)\|/g, '\n\n')}\n\n`)
    .replaceAll(/^ *(?:[-*]|\d+\.) +/gm, '\n\n');
  return cells
    .split(/\n\s*\n/)
    .flatMap((paragraph) =>
      paragraph
        .replaceAll(/\s+/g, ' ')
        .trim()
        .split(/(?<=[.!?:;)*"])(?<=[.!?][)*"]*) +(?=["“*[(`]*[\p{Lu}\d`])/u),
    )
    .filter((sentence) => wordsOf(sentence) >= SENTENCE_WORDS_MIN);
}
