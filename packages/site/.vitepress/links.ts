// Links of a page. A link to a file of the repository that is no page of the site becomes plain text, since the site names no host. A link
// to nothing fails the build.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { isOnSite, ROOT } from '../pages.ts';

interface Token {
  type: string;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
  children: Token[] | null;
  tag: string;
}
interface Markdown {
  core: {
    ruler: {
      push(name: string, rule: (state: { tokens: Token[]; env: { relativePath: string } }) => void): void;
    };
  };
}

/** The path in the repository; null for addresses and links within the page. */
function targetOf(page: string, href: string): string | null {
  if (/^([a-z]+:|#)/.test(href)) return null;
  const file = path.join(path.dirname(page), decodeURI(href.split('#')[0]!));
  if (!existsSync(path.join(ROOT, file))) throw new Error(`dead link in ${page}: ${href}`);
  return file;
}

function checkLinks(page: string, tokens: Token[]): void {
  let isPlain = false;
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const href = token.attrGet('href')!;
      const target = targetOf(page, href);
      isPlain = target !== null && !isOnSite(target);
      if (target === 'README.md') token.attrSet('href', href.replace('README.md', 'index.md'));
      if (isPlain) token.attrSet('title', `In the repository: ${target}`);
    }
    if (isPlain && (token.type === 'link_open' || token.type === 'link_close')) token.tag = 'span';
    if (token.type === 'link_open' && isPlain) token.type = 'span_open';
    if (token.type === 'link_close' && isPlain) {
      token.type = 'span_close';
      isPlain = false;
    }
  }
}

export function withCheckedLinks(markdown: Markdown): void {
  markdown.core.ruler.push('checked-links', ({ tokens, env }) => {
    const page = env.relativePath === 'index.md' ? 'README.md' : env.relativePath;
    for (const { children } of tokens) if (children !== null) checkLinks(page, children);
  });
}
