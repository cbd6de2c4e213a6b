// Where a link of a guide leads once the guide is served: to a page of the gateway, to another place on the web, or to a file of the
// repository that is not served. A link to such a file would be dead, so the file is named instead.
import path from 'node:path';
import { markdownLines } from './sections.ts';

/** Path in the repository → path on the public listener without an ending. */
export type ServedFiles = ReadonlyMap<string, string>;

type Destination =
  | { kind: 'page'; page: string; anchor: string }
  | { kind: 'web'; href: string }
  /** A path in the repository. */
  | { kind: 'file'; file: string };

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** Other schemes could run code in a browser. */
const WEB = /^(?:https?|mailto):/i;

/** `from`: path of the guide in the repository. null for a link that must not be followed. */
export function destinationOf(href: string, from: string, served: ServedFiles): Destination | null {
  if (SCHEME.test(href)) return WEB.test(href) ? { kind: 'web', href } : null;
  const [target = '', fragment = ''] = href.split('#', 2);
  const file = target === '' ? from : path.posix.join(path.posix.dirname(from), target);
  const anchor = fragment === '' ? '' : `#${fragment}`;
  const page = served.get(file);
  return page === undefined ? { kind: 'file', file } : { kind: 'page', page, anchor };
}

/** What is written after the text of a link to a file: nothing when the text names the file already. */
export function fileNote(text: string, file: string): string {
  return text.includes(file) ? '' : file;
}

const LINK = /!?\[([^[\]]*)\]\(([^()\s]+)\)/g;

/** The Markdown of a guide with its links as they are served. `base` goes before paths: the address of the gateway, or nothing. */
export function servedMarkdown(markdown: string, from: string, served: ServedFiles, base = ''): string {
  const replaced = (whole: string, text: string, href: string) => {
    const to = destinationOf(href, from, served);
    if (to === null) return text;
    if (to.kind === 'web') return whole;
    if (to.kind === 'page') return `[${text}](${base}${markdownPath(to.page)}${to.anchor})`;
    const note = fileNote(text, to.file);
    return note === '' ? text : `${text}, \`${note}\``;
  };
  return markdownLines(markdown)
    .map(({ text, isCode }) => (isCode ? text : text.replace(LINK, replaced)))
    .join('\n');
}

/** A page that is no document, such as `/openapi.json`, has one form only. */
function markdownPath(page: string): string {
  return page.includes('.') ? page : `${page}.md`;
}
