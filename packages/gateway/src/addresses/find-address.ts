// Owns the step from a text that somebody pasted to the address in it. Apps share addresses inside sentences, with words of any
// script right behind them. Pure, and its time grows with the text and no faster.
import type { WebAddress } from './address.ts';

/** An address that names its scheme. Ours and LBRY's reach no host. */
const SCHEME = /(?:https?|lbry|library):\/\//i;
/** `youtu.be/x`, as people type it. */
const BARE = /^(?:\/\/)?(?=[a-z0-9])[a-z0-9.-]{1,253}\.[a-z]{2,24}(?=[/?]|$)/i;
const SPACE = /\s/;
/** Nothing that a platform of this kind has in an address: words behind it begin here. */
const STRANGE = /[^\x21-\x7e]|["<>\\^`{|}]/;
const CLOSING = new Set('.,;:!?\'")]}*');

/** What may be meant, the likeliest first; empty when the text has no address. */
export function findAddresses(text: string): string[] {
  const whole = text.trim();
  const scheme = SCHEME.exec(whole);
  if (scheme === null)
    return BARE.test(whole) && !SPACE.test(whole) ? [`https://${whole.replace(/^\/\//, '')}`] : [];
  const rest = whole.slice(scheme.index);
  const word = upTo(SPACE, rest);
  const cut = withoutClosing(upTo(STRANGE, word));
  // Alone it is taken as it is first: names of files may be of any script, and may end in a full stop.
  return scheme.index === 0 && word === whole ? [word, cut] : [cut, word];
}

function upTo(end: RegExp, text: string): string {
  const at = text.search(end);
  return at === -1 ? text : text.slice(0, at);
}

function withoutClosing(text: string): string {
  let end = text.length;
  while (end > 0 && CLOSING.has(text[end - 1]!)) end--;
  return text.slice(0, end);
}

/** null for what is no address of the web, or names a user: nobody shares such a one on purpose. */
export function readWebAddress(text: string): WebAddress | null {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return null;
  return {
    host: url.host.replace(/\.$/, ''),
    segments: url.pathname
      .split('/')
      .filter((segment) => segment !== '')
      .map(percentDecoded),
    query: url.searchParams,
    fragment: percentDecoded(url.hash.slice(1)),
  };
}

export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // A stray percent sign stays what it is.
  }
}
