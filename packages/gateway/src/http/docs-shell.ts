// The frame of every document that the gateway serves as a page: head, navigation and the two inline blocks that its policy allows.
import { hash } from 'node:crypto';
import { escapeHtml } from './docs-fields.ts';
import { PAGE_SCRIPT } from './docs-script.ts';
import { DOCS_STYLE } from './docs-style.ts';

const hashOf = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;

/** The page contains one style sheet and one script, so the policy allows exactly their hashes. */
export function policyOf(script: string): string {
  return `default-src 'none'; style-src ${hashOf(DOCS_STYLE)}; script-src ${hashOf(script)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

export interface ShellPage {
  title: string;
  /** HTML. */
  navigation: string;
  main: string;
  script?: string;
}

export function shellHtml({ title, navigation, main, script = PAGE_SCRIPT }: ShellPage): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${DOCS_STYLE}</style></head>
<body id="top"><a class="skip" href="#content">Skip to content</a><div class="page">${navigation}
<main id="content">${main}
</main></div><script>${script}</script></body></html>
`;
}

/** A link of the navigation. */
export interface ShownLink {
  href: string;
  text: string;
}

export function linkList(links: readonly ShownLink[], current = ''): string {
  const items = links.map(({ href, text }) => {
    const mark = href === current ? ' aria-current="page"' : '';
    return `<li><a href="${escapeHtml(href)}"${mark}>${escapeHtml(text)}</a></li>`;
  });
  return `<ul>${items.join('')}</ul>`;
}

/** Open without the script. With it, only where the page is wide. */
export function menuHtml(sections: string): string {
  return `<details class="menu" open><summary>Contents</summary>${sections}</details>`;
}

/** A titled part of the navigation; empty without links. */
export function linkSection(title: string, links: readonly ShownLink[], current = ''): string {
  if (links.length === 0) return '';
  return `<section><h2>${escapeHtml(title)}</h2>${linkList(links, current)}</section>`;
}
