// Decodes a raw query string. It is strict, because the values reach ledgers, logs and platforms: bad
// percent-encoding, bytes that are not UTF-8, NUL and repeated names are refused, and the refusal names the
// parameter.
import { type Failure, invalid, isFailure } from '../../domain/failure.ts';

export type Query = Record<string, string>;

/** Characters of a bad name that a refusal repeats. */
const SHOWN_CHARS_MAX = 64;

/** Some clients send UTF-8 bytes without percent-encoding; Node passes them on as one character per byte. */
function encodeBytes(text: string): string {
  return text.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
}

/** Characters that must be decoded. */
const CODED = /[%+\x80-\xff]/;

/** null for bad percent-encoding and for bytes that are not UTF-8, encoded surrogates included. */
function decodeText(raw: string): string | null {
  if (!CODED.test(raw)) return raw;
  const spaced = raw.includes('+') ? raw.replaceAll('+', ' ') : raw;
  try {
    return decodeURIComponent(encodeBytes(spaced));
  } catch {
    return null;
  }
}

function shown(name: string): string {
  return name.slice(0, SHOWN_CHARS_MAX).toWellFormed();
}

/** The query of a request target, without the question mark. */
export function rawQueryOf(target: string): string {
  const at = target.indexOf('?');
  return at === -1 ? '' : target.slice(at + 1);
}

/** Every parameter in order, including repeated ones. The limit on header bytes also limits their number. */
export function decodePairs(raw: string): [string, string][] | Failure {
  const pairs: [string, string][] = [];
  for (const part of raw === '' ? [] : raw.split('&')) {
    if (part === '') continue;
    const at = part.indexOf('=');
    const name = decodeText(at === -1 ? part : part.slice(0, at));
    if (name === null || name.includes('\0')) return invalid('query', 'has a badly encoded parameter name');
    const value = at === -1 ? '' : decodeText(part.slice(at + 1));
    if (value === null) return invalid(shown(name), 'is not percent-encoded UTF-8');
    if (value.includes('\0')) return invalid(shown(name), 'must not contain NUL');
    pairs.push([name, value]);
  }
  return pairs;
}

/** Parameters by name, in an object without a prototype; each name at most once. */
export function decodeQuery(raw: string): Query | Failure {
  const pairs = decodePairs(raw);
  if (isFailure(pairs)) return pairs;
  const query: Query = Object.create(null);
  for (const [name, value] of pairs) {
    if (name in query) return invalid(shown(name), 'is given more than once');
    query[name] = value;
  }
  return query;
}
