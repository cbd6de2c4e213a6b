// Makes the HTML of the guides with `marked`, a development dependency: the running gateway only reads the result. Every install of the
// repository runs it (bin/prepare.js), and `npm pack` takes the result along.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Marked, type Tokens } from 'marked';
import { type Guide, HTML_FOLDER, readGuides, servedFiles } from '../src/documents/guides.ts';
import { destinationOf, fileNote, type ServedFiles } from '../src/documents/links.ts';
import { createAnchors, withoutMarks } from '../src/documents/sections.ts';
import { escapeHtml as escaped } from '../src/documents/shell.ts';

/** A date stays on one line, which the style of `time` says. */
const DATE = /\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2})?/g;

/** The body of a guide's page. HTML in the Markdown is shown as text, so no guide can bring a script. */
function guideHtml({ markdown, file }: Pick<Guide, 'markdown' | 'file'>, served: ServedFiles): string {
  const anchor = createAnchors();
  const marked = new Marked({ gfm: true, async: false });
  marked.use({
    // A bare address is often a pattern, such as `http://HOST:PORT`.
    tokenizer: { url: () => undefined },
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const id = escaped(anchor(withoutMarks(text)));
        const inner = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1 id="${id}">${inner}</h1>\n`;
        return `<h${depth} id="${id}">${inner} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${depth}>\n`;
      },
      code({ text, lang }: Tokens.Code) {
        const language = lang ? ` data-language="${escaped(lang.split(/\s/)[0]!)}"` : '';
        return `<pre tabindex="0"${language}><code>${escaped(text)}</code></pre>\n`;
      },
      html: ({ text }: Tokens.HTML | Tokens.Tag) => (text.startsWith('<!--') ? '' : escaped(text)),
      image: ({ text }: Tokens.Image) => escaped(text),
      text(token: Tokens.Text | Tokens.Escape) {
        if ('tokens' in token && token.tokens !== undefined) return this.parser.parseInline(token.tokens);
        const text = 'escaped' in token && token.escaped ? token.text : escaped(token.text);
        return text.replace(DATE, '<time>$&</time>');
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens);
        const to = destinationOf(href, file, served);
        if (to === null) return text;
        if (to.kind === 'web') return `<a href="${escaped(to.href)}" rel="noreferrer">${text}</a>`;
        if (to.kind === 'page') return `<a href="${escaped(to.page + to.anchor)}">${text}</a>`;
        const note = fileNote(text, to.file);
        return note === '' ? text : `${text}, <code class="file">${escaped(note)}</code>`;
      },
      table(token: Tokens.Table) {
        const cell = (one: Tokens.TableCell, tag: 'th' | 'td') => {
          const inner = this.parser.parseInline(one.tokens);
          // A screen reader would announce an empty header.
          return tag === 'th' && inner !== '' ? `<th scope="col">${inner}</th>` : `<td>${inner}</td>`;
        };
        const head = token.header.map((one) => cell(one, 'th')).join('');
        const rows = token.rows.map((row) => `<tr>${row.map((one) => cell(one, 'td')).join('')}</tr>`);
        return `<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>\n`;
      },
    },
  });
  return marked.parse(markdown) as string;
}

export async function buildGuides(folder: string = HTML_FOLDER): Promise<void> {
  const guides = await readGuides(folder);
  const served = servedFiles(guides);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const guide of guides) {
    writeFileSync(path.join(folder, `${guide.name}.html`), guideHtml(guide, served));
  }
}

if (import.meta.main) await buildGuides();
