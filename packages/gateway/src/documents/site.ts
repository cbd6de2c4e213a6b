// The guides as a web site: files for a folder that any web server serves, at any path. A page loads only files beside it, and has nothing
// inline, so it works under the strictest policy. It says nothing of an installation: prices and addresses are at /docs of a gateway.
import { readFile } from 'node:fs/promises';
import { besideCode, isClone } from '../process/places.ts';
import type { Guide } from './guides.ts';
import { PAGE_SCRIPT } from './page-script.ts';
import { headingsOf } from './sections.ts';
import { escapeHtml, frameHtml, linkSection, menuHtml, type ShownLink } from './shell.ts';
import { indexedSections, SITE_SEARCH_SCRIPT } from './site-search.ts';
import { DOCS_STYLE } from './style.ts';

const OPENAPI = besideCode(isClone ? '../../../openapi.json' : '../openapi.json');

/** `frame-ancestors` has no effect in a page; a web server may send it as a header. */
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'";

/** That of the portal. Without one, browsers ask for a file that is not there. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#3451d1"/><path d="M12 10v12l10-6z" fill="#fff"/></svg>\n';

const SITE_STYLE = `${DOCS_STYLE}
#results { margin: .4rem 0 0; max-height: 60vh; overflow-y: auto; } #results a { font-weight: 600; overflow-wrap: anywhere; }
#results li { padding: .3rem 0; border-bottom: 1px solid var(--line); } #results span { color: var(--dim); overflow-wrap: anywhere; }
.summaries li { margin: .6rem 0; }
`;

const SEARCH_BOX = `<form role="search" hidden><label for="search">Search all guides</label>
<input id="search" type="search" placeholder="/" autocomplete="off"><output id="found" for="search"></output>
<ul id="results" aria-label="Found" hidden></ul></form>`;

const PARTS: readonly { title: string; has(guide: Guide): boolean }[] = [
  { title: 'For callers', has: ({ audience }) => audience === 'callers' },
  { title: 'For operators', has: ({ audience, file }) => audience === 'operators' && !isReference(file) },
  { title: 'Reference', has: ({ file }) => isReference(file) },
];
const isReference = (file: string) => file.startsWith('docs/reference/');

const pageOf = ({ name }: Pick<Guide, 'name'>) => `${name}.html`;

interface SitePage {
  title: string;
  main: string;
  here: readonly ShownLink[];
  /** Its file. */
  at: string;
}

function pageHtml({ title, main, here, at }: SitePage, guides: readonly Guide[], version: string): string {
  const parts = PARTS.map((part) => {
    const links = guides.filter(part.has).map((guide) => ({ href: pageOf(guide), text: guide.title }));
    return linkSection(part.title, links, at);
  });
  const navigation = `<nav aria-label="Contents"><a class="name" href="index.html">Reelgate</a>${SEARCH_BOX}
${menuHtml(linkSection('On this page', here) + parts.join(''))}</nav>`;
  return frameHtml(
    {
      title: `${title} · Reelgate`,
      navigation,
      main: `<div class="guide">${main}</div><footer>Reelgate ${escapeHtml(version)}</footer>`,
    },
    {
      head: `<meta http-equiv="content-security-policy" content="${POLICY}"><link rel="icon" href="icon.svg"><link rel="stylesheet" href="style.css">`,
      script: '<script src="page.js"></script>',
    },
  );
}

/** The paths of a gateway, as guides/build.ts writes them, become files of the site. */
function withOwnLinks(html: string): string {
  return html.replace(/href="\/(?:docs\/)?([^"#]*)/g, (_whole, name: string) =>
    name.includes('.') ? `href="${name}` : `href="${name}.html`,
  );
}

function startHtml(guides: readonly Guide[]): string {
  const parts = PARTS.map(({ title, has }) => {
    const items = guides
      .filter(has)
      .map(
        (guide) =>
          `<li><a href="${pageOf(guide)}">${escapeHtml(guide.title)}</a><br>${escapeHtml(guide.summary)}</li>`,
      );
    return `<h2>${title}</h2><ul class="summaries">${items.join('')}</ul>`;
  });
  return `<h1>Reelgate</h1><p class="lead">Guides and reference. The routes of a gateway with its prices, and its error codes, are at <code>/docs</code> of that gateway.</p>${parts.join('')}`;
}

/** `null`: the guides have no HTML, because the pages of this clone are not built. */
export async function siteFiles(
  guides: readonly Guide[],
  version: string,
): Promise<Map<string, string> | null> {
  const built = guides.map((guide) => ({ guide, html: guide.html }));
  if (!built.every((one): one is { guide: Guide; html: string } => one.html !== null)) return null;
  const page = (one: SitePage) => pageHtml(one, guides, version);
  const pages = built.map(({ guide, html }): [string, string] => {
    const here = headingsOf(guide.markdown)
      .filter(({ level }) => level === 2)
      .map(({ text, anchor }) => ({ href: `#${anchor}`, text }));
    const at = pageOf(guide);
    return [at, page({ title: guide.title, main: withOwnLinks(html), here, at })];
  });
  const start = page({ title: 'Guides', main: startHtml(guides), here: [], at: 'index.html' });
  const index = built.flatMap(({ guide, html }) => indexedSections(guide, html));
  return new Map([
    ['index.html', start],
    ...pages,
    ['style.css', SITE_STYLE],
    ['page.js', PAGE_SCRIPT + SITE_SEARCH_SCRIPT],
    ['icon.svg', ICON],
    ['search-index.json', JSON.stringify(index)],
    ['openapi.json', await readFile(OPENAPI, 'utf8')],
  ]);
}
