// Finds the address in a pasted text. Apps share addresses inside sentences, with words of any script directly after
// them. Pure, in linear time.
import type { WebAddress } from './address.ts';

/** An address with a scheme. `library` and `lbry` reach no host. */
const SCHEME = /(?:https?|lbry|library):\/\//i;
/** An address without a scheme, such as `youtu.be/x`. */
const BARE = /^(?:\/\/)?(?=[a-z0-9])[a-z0-9.-]{1,253}\.[a-z]{2,24}(?=[/?]|$)/i;
const SPACE = /\s/;
/** Characters that no known platform has in an address: the words after it begin here. */
const STRANGE = /[^\x21-\x7e]|["<>\\^`{|}]/;
const CLOSING = new Set('.,;:!?\'")]}*');

/** The candidates, most likely first; empty when the text has no address. */
export function findAddresses(text: string): string[] {
  const whole = text.trim();
  const scheme = SCHEME.exec(whole);
  if (scheme === null)
    return BARE.test(whole) && !SPACE.test(whole) ? [`https://${whole.replace(/^\/\//, '')}`] : [];
  const rest = whole.slice(scheme.index);
  const word = upTo(SPACE, rest);
  const cut = withoutClosing(upTo(STRANGE, word));
  // Alone, it is first taken as it is: file names may be of any script and may end in a full stop.
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

/**
 * The usual form of an address, which reads the same as its parsed form: a host name in lower case that no parser takes for a number or
 * decodes, segments without dots at their beginning, and a query without escapes.
 */
const PLAIN =
  /^https?:\/\/((?:(?!xn--)[a-z0-9][a-z0-9-]*\.)+(?!xn--)[a-z][a-z0-9-]*)((?:\/(?!\.)[\w.~@-]*)*)(?:\?([\w.~=&-]*))?$/;
const NO_QUERY = new URLSearchParams();

/** Records of a search over many platforms have their addresses compared, a hundred for each page: parsing them all takes 0.4 ms. */
function readPlainAddress(text: string): WebAddress | null {
  const parts = PLAIN.exec(text);
  if (parts === null) return null;
  const [, host = '', path = '', query] = parts;
  return {
    host,
    segments: path.split('/').filter((segment) => segment !== ''),
    query: query === undefined ? NO_QUERY : new URLSearchParams(query),
    fragment: '',
  };
}

/** null for a text that is not a web address, or contains a user name: those are not shared on purpose. */
export function readWebAddress(text: string): WebAddress | null {
  return readPlainAddress(text) ?? readAnyAddress(text);
}

function readAnyAddress(text: string): WebAddress | null {
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
    return text; // A stray percent sign stays as it is.
  }
}
