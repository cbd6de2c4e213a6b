// Owns the check and the joining of addresses, which for a page of thumbnails costs more than anything else in it. Nearly
// all are plain, and what the URL standard makes of plain ones is known without its parser; the rest goes through it.
import { joined } from './text.ts';

/**
 * A host of ordinary names: none that is decoded (`xn--`) or read as an IPv4 address, which ends in a label that begins
 * with a digit. Nothing after it can make an address invalid; what strict readers of JSON refuse is not plain.
 */
const HOST = '(?:(?!xn--)[a-z0-9-]+\\.)*(?!xn--)[a-z][a-z0-9-]*';
const PLAIN_URL = new RegExp(`^https?://${HOST}(?::\\d{1,4})?(?:[/?#][^\\0\\ud800-\\udfff]*)?$`, 'i');
/** Without capitals and without a port: its origin is its beginning. */
const PLAIN_ORIGIN = new RegExp(`^https?://${HOST}(?=[/?#]|$)`);
/** Every segment begins with something else than a dot, so that none leads up; no character of it is ever escaped. */
const PLAIN_PATH = /^(?:\/[\w~@-][\w.~@:+,=-]*)+(?:\?[\w.~@:+,=&%/-]+)?$/;

/** Longer ones are left to the parser: a pattern with a group for each label runs out of stack after millions of them. */
const PLAIN_CHARS_MAX = 2_000;

function isPlain(text: string, pattern: RegExp): boolean {
  return text.length <= PLAIN_CHARS_MAX && pattern.test(text);
}

/** Whether a text is an address, and good as it stands. */
export function isPlainUrl(text: string): boolean {
  return isPlain(text, PLAIN_URL);
}

/** Whether an address that begins with http:// or https:// is one. */
export function isUrl(address: string): boolean {
  return isPlainUrl(address) || URL.canParse(address);
}

/** The records of a page share their base: what goes before a path is worked out once. null when a path is not enough. */
const last: { base: string | null; root: string | null } = { base: null, root: null };

/** The address of an absolute path at the host of `base`; null when the two give none. */
export function resolve(path: string, base: string): string | null {
  if (base !== last.base) Object.assign(last, { base, root: rootOf(base) });
  if (last.root !== null && isPlain(path, PLAIN_PATH)) return joined(last.root, path);
  return URL.canParse(path, base) ? new URL(path, base).href : null;
}

function rootOf(base: string): string | null {
  const plain = plainOrigin(base);
  if (plain !== null) return plain;
  if (!/^https?:/i.test(base) || !URL.canParse('/', base)) return null;
  return new URL('/', base).href.slice(0, -1);
}

/** The origin of an address that is a URL. */
export function originOf(address: string): string {
  return plainOrigin(address) ?? new URL(address).origin;
}

function plainOrigin(address: string): string | null {
  return address.length > PLAIN_CHARS_MAX ? null : (PLAIN_ORIGIN.exec(address)?.[0] ?? null);
}
