// Checks and joins addresses, which is the most expensive part of parsing a page with thumbnails. Nearly all addresses are plain: for these
// the result of the URL standard is known without its parser. The rest goes through the parser.
import { hasUser } from '../../domain/network/address-guard.ts';
import { joined } from './text.ts';

/**
 * A host of ordinary labels: none that is decoded (`xn--`), and none that is read as an IPv4 address, whose last label begins with a digit.
 * Nothing after such a host can make an address invalid. Characters that strict JSON parsers refuse are not plain.
 */
const HOST = '(?:(?!xn--)[a-z0-9-]+\\.)*(?!xn--)[a-z][a-z0-9-]*';
const PLAIN_URL = new RegExp(`^https?://${HOST}(?::\\d{1,4})?(?:[/?#][^\\0\\ud800-\\udfff]*)?$`, 'i');
/** In lower case and without a port, so that the origin is the beginning of the address. */
const PLAIN_ORIGIN = new RegExp(`^https?://${HOST}(?=[/?#]|$)`);
/** No segment begins with a dot, so none leads to a parent folder, and no character needs escaping. */
const PLAIN_PATH = /^(?:\/[\w~@-][\w.~@:+,=-]*)+(?:\?[\w.~@:+,=&%/-]+)?$/;

/** Longer addresses go to the parser: a pattern with a group for each label overflows the stack after millions of labels. */
const PLAIN_CHARS_MAX = 2_000;

function isPlain(text: string, pattern: RegExp): boolean {
  return text.length <= PLAIN_CHARS_MAX && pattern.test(text);
}

/** Whether a text is a valid address that needs no change. */
export function isPlainUrl(text: string): boolean {
  return isPlain(text, PLAIN_URL);
}

/** Whether a text that begins with http:// or https:// is a valid address, without user and password. */
export function isUrl(address: string): boolean {
  return isPlainUrl(address) || (URL.canParse(address) && !namesUser(address));
}

/** Of a valid address. */
const namesUser = (address: string) => address.includes('@') && hasUser(new URL(address));

/** The records of a page share their base, so the part before a path is computed once. `root` is null when the base is not plain. */
const last: { base: string | null; root: string | null } = { base: null, root: null };

/** The address of an absolute path at the host of `base`; null when they give no valid address. */
export function resolve(path: string, base: string): string | null {
  if (base !== last.base) Object.assign(last, { base, root: rootOf(base) });
  if (last.root !== null && isPlain(path, PLAIN_PATH)) return joined(last.root, path);
  const url = URL.parse(path, base);
  return url === null || hasUser(url) ? null : url.href;
}

function rootOf(base: string): string | null {
  const plain = plainOrigin(base);
  if (plain !== null) return plain;
  const root = /^https?:/i.test(base) ? URL.parse('/', base) : null;
  return root === null || hasUser(root) ? null : root.href.slice(0, -1);
}

/** The origin of an address that is a URL. */
export function originOf(address: string): string {
  return plainOrigin(address) ?? new URL(address).origin;
}

function plainOrigin(address: string): string | null {
  return address.length > PLAIN_CHARS_MAX ? null : (PLAIN_ORIGIN.exec(address)?.[0] ?? null);
}
