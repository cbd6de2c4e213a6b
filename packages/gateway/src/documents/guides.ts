// The guides that come with the gateway, read from the Markdown of the repository or of the package. Nothing here depends on the settings
// of an installation.
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { besideCode, isClone } from '../process/places.ts';
import type { ServedFiles } from './links.ts';
import { headingsOf, markdownLines, withoutMarks } from './sections.ts';

/** `docs` of the repository, or of the package. */
const DOCS_FOLDER = fileURLToPath(besideCode(isClone ? '../../../docs' : '../docs'));
/** Where `npm run pages` writes the guides as HTML, or where pack/ copies them. */
export const HTML_FOLDER = fileURLToPath(besideCode(isClone ? '../guides/dist' : 'pages/guides'));

/** Folders of `docs` that are served, with what goes before the names of their files. */
const FOLDERS: readonly { folder: string; prefix: string }[] = [
  { folder: 'guides', prefix: '' },
  { folder: 'reference', prefix: 'reference-' },
];

/** Far above the number of guides; a folder with more is not ours. */
const GUIDES_MAX = 200;

/** Guides that callers need, in the sequence in which a newcomer reads them. All others are for operators. */
const CALLER_GUIDES = [
  'data-routes',
  'filters',
  'prices',
  'guarantees',
  'client',
  'agents',
  'gathering',
  'collections',
  'watches',
  'events',
  'statements',
  'status',
  'privacy',
];

export interface Guide {
  /** The last segment of its path: `data-routes`. */
  name: string;
  /** Path in the repository. */
  file: string;
  title: string;
  /** The first sentence. */
  summary: string;
  audience: 'callers' | 'operators';
  markdown: string;
  /** The body of its page; null when the pages are not built. */
  html: string | null;
}

/** Callers' guides first, then those of operators by name. */
export async function readGuides(htmlFolder: string = HTML_FOLDER): Promise<Guide[]> {
  const found = await Promise.all(FOLDERS.map((one) => guidesIn(one, htmlFolder)));
  return found.flat().sort((a, b) => placeOf(a) - placeOf(b) || (a.name < b.name ? -1 : 1));
}

function placeOf({ name, file }: Guide): number {
  const at = CALLER_GUIDES.indexOf(name);
  if (at >= 0) return at;
  return file.includes('/guides/') ? CALLER_GUIDES.length : CALLER_GUIDES.length + 1;
}

async function guidesIn({ folder, prefix }: (typeof FOLDERS)[number], htmlFolder: string): Promise<Guide[]> {
  const names = (await readdir(`${DOCS_FOLDER}/${folder}`)).filter((name) => name.endsWith('.md'));
  if (names.length > GUIDES_MAX) throw new Error(`docs/${folder} has more than ${GUIDES_MAX} files`);
  return Promise.all(
    names.map(async (file) => {
      const name = `${prefix}${file.slice(0, -'.md'.length)}`;
      const [markdown, html] = await Promise.all([
        readFile(`${DOCS_FOLDER}/${folder}/${file}`, 'utf8'),
        readFile(`${htmlFolder}/${name}.html`, 'utf8').catch(() => null),
      ]);
      return guideOf(name, `docs/${folder}/${file}`, { markdown, html });
    }),
  );
}

function guideOf(name: string, file: string, { markdown, html }: Pick<Guide, 'markdown' | 'html'>): Guide {
  return {
    name,
    file,
    title: headingsOf(markdown)[0]?.text ?? name,
    summary: firstSentence(markdown),
    audience: CALLER_GUIDES.includes(name) ? 'callers' : 'operators',
    markdown,
    html,
  };
}

/** Of the first paragraph. A guide that begins with a list or a table has none. */
function firstSentence(markdown: string): string {
  const lines = markdownLines(markdown).map(({ text, isCode }) => (isCode ? '```' : text.trim()));
  const at = lines.findIndex((text) => text !== '' && !/^(?:#|<!--)/.test(text));
  const rest = lines.slice(at);
  const end = rest.findIndex((text) => text === '' || text.startsWith('#'));
  const paragraph = rest.slice(0, end === -1 ? undefined : end).join(' ');
  if (at === -1 || /^(?:[-*|>]|```|\d+\.)/.test(paragraph)) return '';
  const plain = withoutMarks(paragraph);
  return (/^.*?[.:](?=\s|$)/.exec(plain)?.[0] ?? plain).replace(/:$/, '.');
}

/** The paths of the guides, and of the one other file that guides name and the gateway serves. */
export function servedFiles(guides: readonly Pick<Guide, 'name' | 'file'>[]): ServedFiles {
  const pages = guides.map(({ name, file }) => [file, `/docs/${name}`] as const);
  return new Map([...pages, ['openapi.json', '/openapi.json']]);
}
