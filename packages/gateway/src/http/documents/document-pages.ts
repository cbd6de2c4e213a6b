// The documents of the public listener besides the reference: the guides, the error codes, and what language models read. Each is a page
// and a Markdown text. They show the title, address and prices of this installation and nothing else of its settings.
import type { Guide } from '../../documents/guides.ts';
import { servedFiles } from '../../documents/guides.ts';
import { servedMarkdown } from '../../documents/links.ts';
import { headingsOf } from '../../documents/sections.ts';
import {
  escapeHtml,
  linkList,
  linkSection,
  menuHtml,
  type ShownLink,
  shellHtml,
} from '../../documents/shell.ts';
import { DOCS_PAGE, ERRORS_PAGE, errorPage } from '../answers/problem.ts';
import { ERROR_CODES, errorHtml, errorListHtml, errorListMarkdown, errorMarkdown } from './error-pages.ts';

export const MODEL_TEXTS = { short: '/llms.txt', full: '/llms-full.txt' };

/** What the navigation of all documents lists. */
export interface DocumentList {
  title: string;
  guides: readonly Guide[];
}

export const guidePath = ({ name }: Pick<Guide, 'name'>) => `${DOCS_PAGE.public}/${name}`;

/** Sections of the navigation, also of the reference. `current`: the path of the page that shows it. */
export function documentSections(guides: readonly Guide[], current = ''): string {
  const linksOf = (audience: Guide['audience']) =>
    guides
      .filter((guide) => guide.audience === audience)
      .map((guide) => ({ href: guidePath(guide), text: guide.title }));
  const others: ShownLink[] = [
    { href: ERRORS_PAGE, text: 'Error codes' },
    { href: MODEL_TEXTS.short, text: 'For language models' },
  ];
  return (
    linkSection('Guides', [...linksOf('callers'), ...others], current) +
    linkSection('For operators', linksOf('operators'), current)
  );
}

function navigationOf({ title, guides }: DocumentList, current: string, here: readonly ShownLink[]): string {
  const reference = linkSection('Reference', [{ href: DOCS_PAGE.public, text: 'All routes' }]);
  return `<nav aria-label="Contents"><a class="name" href="${DOCS_PAGE.public}">${escapeHtml(title)}</a>
${menuHtml(linkSection('On this page', here) + reference + documentSections(guides, current))}</nav>`;
}

/** One document in both of its forms. */
export interface DocumentForms {
  html(): string;
  markdown(): string;
}

function page(
  list: DocumentList,
  path: string,
  title: string,
  main: string,
  here: readonly ShownLink[] = [],
) {
  const other = `<p class="forms"><a href="${path}.md">This page as Markdown</a></p>`;
  return shellHtml({
    title: `${title} · ${list.title}`,
    navigation: navigationOf(list, path, here),
    main: `${main}<footer>${other}</footer>`,
  });
}

/** For people who followed a wrong link. It does not repeat the path, which a stranger may have written. */
export function noDocumentHtml(list: DocumentList): string {
  const places = linkList([
    { href: DOCS_PAGE.public, text: 'All routes' },
    { href: ERRORS_PAGE, text: 'All error codes' },
  ]);
  return shellHtml({
    title: `Not found · ${list.title}`,
    navigation: navigationOf(list, '', []),
    main: `<div class="guide"><h1>There is no such document</h1><p class="lead">The contents list every guide. You may also look here:</p>${places}</div>`,
  });
}

function guideForms(list: DocumentList, guide: Guide): DocumentForms {
  const { name, file, title, markdown } = guide;
  const own = () => servedMarkdown(markdown, file, servedFiles(list.guides));
  return {
    markdown: own,
    html() {
      const here = headingsOf(markdown)
        .filter(({ level }) => level === 2)
        .map(({ text, anchor }) => ({ href: `#${anchor}`, text }));
      // Without a build the text is shown as it is.
      const body = guide.html ?? `<pre tabindex="0"><code>${escapeHtml(own())}</code></pre>`;
      return page(list, guidePath({ name }), title, `<div class="guide">${body}</div>`, here);
    },
  };
}

/** Path without an ending → both forms. The map is closed: no other path is a document. */
export function documentForms(list: DocumentList): ReadonlyMap<string, DocumentForms> {
  const guides = list.guides.map((guide) => [guidePath(guide), guideForms(list, guide)] as const);
  const errors = ERROR_CODES.map((code) => {
    const path = errorPage(code);
    const html = () => page(list, path, code, errorHtml(code));
    return [path, { html, markdown: () => errorMarkdown(code) }] as const;
  });
  const all = {
    html: () => page(list, ERRORS_PAGE, 'Error codes', errorListHtml()),
    markdown: () => errorListMarkdown(),
  };
  return new Map<string, DocumentForms>([...guides, ...errors, [ERRORS_PAGE, all]]);
}
