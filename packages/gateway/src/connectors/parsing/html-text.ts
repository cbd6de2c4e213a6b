// The text of a piece of HTML, and the decoding of its character references. The tokenizer of htmlparser2 reads the tags. It keeps no stack
// of open tags, so its time grows only with the length of the text, however deep a stranger nests it. Loading both packages takes 60 ms, so
// each is loaded with the first text that needs it.
import { createRequire } from 'node:module';

type Entities = typeof import('entities/decode');
type Tokenizer = typeof import('htmlparser2').Tokenizer;

const load = createRequire(import.meta.url);
let decode: Entities['decodeHTMLAttribute'] | null = null;
let tokenizer: Tokenizer | null = null;

/**
 * Decodes each reference once: `&amp;lt;` is the text `&lt;`, not a `<`. It follows HTML's rule for attributes: a name without a semicolon
 * is no reference if `=`, a letter or a digit follows. So `?a=1&region=US` in an address stays as it is.
 */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  decode ??= (load('entities/decode') as Entities).decodeHTMLAttribute;
  return decode(text);
}

/** Elements whose content is not text for readers. */
const DROPPED = new Set(['script', 'style']);
/** Elements whose end separates words, like `<br>`. Other tags may stand inside a word. */
const BLOCKS = new Set(['p', 'div', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** The text between the tags, each run decoded by itself. A tag that is never closed with `>` is kept as text. */
export function htmlText(html: string): string {
  const parts: string[] = [];
  let isDropped = false;
  /** Everything before this index was handled. */
  let done = 0;
  const nameAt = (start: number, end: number) => html.slice(start, end).toLowerCase();
  const skipTo = (end: number) => {
    done = end + 1;
  };
  const nothing = () => {};
  tokenizer ??= (load('htmlparser2') as { Tokenizer: Tokenizer }).Tokenizer;
  const reader = new tokenizer(
    { decodeEntities: false },
    {
      ontext(start, end) {
        if (!isDropped) parts.push(decodeEntities(html.slice(start, end)));
        done = end;
      },
      onopentagname(start, end) {
        const name = nameAt(start, end);
        if (name === 'br') parts.push('\n');
        isDropped = DROPPED.has(name);
      },
      onclosetag(start, end) {
        if (BLOCKS.has(nameAt(start, end))) parts.push('\n');
        isDropped = false;
        const close = html.indexOf('>', end);
        done = close < 0 ? html.length : close + 1;
      },
      onopentagend: skipTo,
      onselfclosingtag: skipTo,
      oncomment: (_start, end) => skipTo(end),
      ondeclaration: (_start, end) => skipTo(end),
      onprocessinginstruction: (_start, end) => skipTo(end),
      oncdata: (_start, end) => skipTo(end),
      onattribname: nothing,
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      ontextentity: nothing,
      onend: nothing,
    },
  );
  reader.write(html);
  reader.end();
  if (!isDropped && done < html.length) parts.push(decodeEntities(html.slice(done)));
  return parts.join('');
}
