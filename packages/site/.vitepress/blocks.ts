// How the site writes blocks of code and tables.
interface Token {
  type: string;
  tag: string;
  content: string;
}
interface Markdown {
  renderer: { rules: Record<string, ((tokens: Token[], at: number) => string) | undefined> };
  core: { ruler: { push(name: string, rule: (state: { tokens: Token[] }) => void): void } };
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Without highlighting: highlighted, each word carries two colours in the page and in its script, a sixth of the site. */
function plainFence(tokens: Token[], at: number): string {
  // `v-pre`: braces in examples are no templates. `tabindex`: a keyboard scrolls a long line.
  return `<div class="language-plain"><pre v-pre tabindex="0"><code>${escaped(tokens[at]!.content)}</code></pre></div>\n`;
}

/** Markdown has no table without a row of headers. An empty header is no header to a screen reader. */
function withoutEmptyHeaders({ tokens }: { tokens: Token[] }): void {
  for (const [at, token] of tokens.entries()) {
    if (token.type !== 'th_open' || tokens[at + 1]!.content.trim() !== '') continue;
    token.tag = 'td';
    tokens[at + 2]!.tag = 'td';
  }
}

export function withPlainBlocks(markdown: Markdown): void {
  markdown.renderer.rules.fence = plainFence;
  markdown.core.ruler.push('empty-headers', withoutEmptyHeaders);
}
