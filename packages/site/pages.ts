// Which Markdown files are pages of the site, and in which sequence the guides stand in its menu.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.join(import.meta.dirname, '../..');
/** VitePress reads copies: it would take HTML comments and every other Markdown file of the repository for pages. */
export const SOURCE = path.join(import.meta.dirname, 'dist/source');
export const OUTPUT = path.join(import.meta.dirname, 'dist/site');

/** A guide that stands in no section is listed under "More". */
const SECTIONS: Record<string, string[]> = {
  Start: ['first-customer', 'platforms', 'library', 'console'],
  'Call it': [
    'data-routes',
    'filters',
    'client',
    'python',
    'agents',
    'gathering',
    'collections',
    'watches',
    'events',
  ],
  'Sell it': ['prices', 'payments', 'grants', 'statements', 'sign-up'],
  'Run it': ['deploy', 'several-nodes', 'observe', 'upgrade', 'scale'],
  'Trust it': ['guarantees', 'security', 'privacy', 'upstream-safety'],
  'Extend it': ['write-a-connector', 'mounts'],
};

const names = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length));

/** A link of the menu. The part of the heading behind a colon is left out. */
function entry(folder: string, name: string) {
  const [, heading] = /^# (.+)$/m.exec(readFileSync(path.join(ROOT, folder, `${name}.md`), 'utf8'))!;
  return { text: heading!.split(':')[0]!.replaceAll('`', ''), link: `/${folder}/${name}` };
}

export function menu() {
  const guides = names('docs/guides');
  const placed = new Set(Object.values(SECTIONS).flat());
  const sections = { ...SECTIONS, More: guides.filter((name) => !placed.has(name)) };
  return [
    ...Object.entries(sections).map(([text, listed]) => ({
      text,
      items: listed.filter((name) => guides.includes(name)).map((name) => entry('docs/guides', name)),
    })),
    { text: 'Look it up', items: names('docs/reference').map((name) => entry('docs/reference', name)) },
  ].filter(({ items }) => items.length > 0);
}

/** Files of the site by their place in the repository. README is its first page. */
const PAGES = ['docs/guides', 'docs/reference', 'docs/pictures', 'README.md'];

/** Whether a path of the repository is part of the site. */
export const isOnSite = (file: string): boolean =>
  PAGES.some((page) => file === page || file.startsWith(`${page}/`)) && /\.(md|webp|svg)$/.test(file);

export function gatherSource(): void {
  rmSync(SOURCE, { recursive: true, force: true });
  for (const page of PAGES) {
    const target = path.join(SOURCE, page === 'README.md' ? 'index.md' : page);
    mkdirSync(path.dirname(target), { recursive: true });
    cpSync(path.join(ROOT, page), target, { recursive: true });
  }
  for (const file of readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.md')) withoutComments(path.join(SOURCE, file));
}

function withoutComments(file: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/<!--[\s\S]*?-->\n?/g, ''));
}
