// The frame of every document as a page: head, navigation, and where its style and script are.
import { hash } from 'node:crypto';
import { PAGE_SCRIPT } from './page-script.ts';
import { DOCS_STYLE } from './style.ts';

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

const hashOf = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;

/** A page of the gateway contains one style sheet and one script, so the policy allows exactly their hashes. */
export function policyOf(script: string): string {
  return `default-src 'none'; style-src ${hashOf(DOCS_STYLE)}; script-src ${hashOf(script)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

interface ShellPage {
  title: string;
  /** HTML. */
  navigation: string;
  main: string;
}

/** `head`, `script`: the tags that bring style and script. */
export function frameHtml(
  { title, navigation, main }: ShellPage,
  { head, script }: { head: string; script: string },
): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>${head}</head>
<body id="top"><a class="skip" href="#content">Skip to content</a><div class="page">${navigation}
<main id="content">${main}
</main></div>${script}</body></html>
`;
}

/** A page of the gateway, which a browser loads with one request. */
export function shellHtml(page: ShellPage, script: string = PAGE_SCRIPT): string {
  return frameHtml(page, { head: `<style>${DOCS_STYLE}</style>`, script: `<script>${script}</script>` });
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
