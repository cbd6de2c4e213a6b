// The words of a piece of HTML, and what its character references stand for. Tags are read by the tokenizer of htmlparser2, which keeps
// no stack of open tags: its time grows with the text alone, whatever a stranger nests. Both packages take 60 ms of a start, so each is
// loaded with the first text that needs it.
import { createRequire } from 'node:module';

type Entities = typeof import('entities/decode');
type Tokenizer = typeof import('htmlparser2').Tokenizer;

const load = createRequire(import.meta.url);
let decode: Entities['decodeHTMLAttribute'] | null = null;
let tokenizer: Tokenizer | null = null;

/**
 * Decodes each reference once: `&amp;lt;` is the text `&lt;`, not a `<`. By the rule that HTML has for attributes: a name without its
 * semicolon is none where `=`, a letter or a digit follows, so that `?a=1&region=US` in an address of somebody's text stays as it is.
 */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  decode ??= (load('entities/decode') as Entities).decodeHTMLAttribute;
  return decode(text);
}

/** Their bodies are no words. */
const DROPPED = new Set(['script', 'style']);
/** Block ends part words, as `<br>` does; other tags stand inside them. */
const BLOCKS = new Set(['p', 'div', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** What is between the tags, each run of it decoded by itself. A tag that never ends is the text that its author wrote. */
export function htmlText(html: string): string {
  const parts: string[] = [];
  let isDropped = false;
  /** All before it was taken for something. */
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
