// The forms that a text setting can have: how each is described, recognised and parsed. Pure: a form never looks at
// another setting and never quotes a text that it refuses.

import { isIP, isIPv4, isIPv6 } from 'node:net';
import { isTimeZone } from '../domain/limiting/quota.ts';
import { parseMoney } from '../domain/money.ts';
import { parseCacheServer } from '../domain/network/cache-server.ts';
import { urlsOfHosts } from '../domain/network/database-hosts.ts';
import { parseProxyServer } from '../domain/network/proxy-server.ts';

export interface ListenAddress {
  /** Without brackets, also for IPv6. */
  host: string;
  /** 0 lets the operating system choose. */
  port: number;
}

/** `127.0.0.1:8080`, `localhost:8080` or `[::1]:8080`; anything else is null. */
export function parseListenAddress(text: string): ListenAddress | null {
  const match = /^(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9.-]+)):(\d{1,5})$/.exec(text);
  if (match === null) return null;
  const [, bracketed, plain = ''] = match;
  const port = Number(match[3]);
  if (port > 65_535) return null;
  if (bracketed !== undefined) return isIPv6(bracketed) ? { host: bracketed, port } : null;
  // Digits and dots are meant as an IP address: 127.0.0.300 must not pass as a host name.
  if (/^[\d.]+$/.test(plain) && !isIPv4(plain)) return null;
  return { host: plain, port };
}

function parseHttpUrl(text: string): URL | null {
  const url = URL.parse(text);
  if (url === null || !/^https?:\/\//.test(text)) return null;
  const plain = url.username === '' && url.password === '' && !/[?#]/.test(text);
  return plain ? url : null;
}

/** Scheme, host and path without a closing slash, so that connectors can append to it. */
export function parseBaseUrl(text: string): string | null {
  const url = parseHttpUrl(text);
  if (url === null || !/^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/.test(url.hostname)) return null;
  return url.origin + url.pathname.replace(/(?<!\/)\/+$/, '');
}

/** True for localhost and for IP addresses. A host name can only be checked when it is resolved. */
export function isPrivateByForm(baseUrl: string): boolean {
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return isIP(host) !== 0 || host === 'localhost' || host.endsWith('.localhost');
}

export function parseOrigin(text: string): string | null {
  const url = parseHttpUrl(text);
  return url !== null && url.pathname === '/' ? url.origin : null;
}

/** `2027-01-31` or `2027-01-31T12:00:00Z`, always UTC; days that do not exist are null. */
export function parseTimeMs(text: string): number | null {
  const match = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}:\d{2}Z)?$/.exec(text);
  const timeMs = match === null ? Number.NaN : Date.parse(text);
  if (Number.isNaN(timeMs)) return null;
  // Date.parse reads the 31st of June as the 1st of July.
  return new Date(timeMs).toISOString().startsWith(match![1]!) ? timeMs : null;
}

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function isPrice(text: string): boolean {
  const amount = parseMoney(text);
  return amount !== null && amount >= 0;
}

/**
 * The URL of a database server must name its database: otherwise the driver would use the user's name. An @ after the
 * host is refused: it was meant as the end of a password that contains "/", and the driver would take the user's name
 * for the host.
 */
function isStorage(text: string): boolean {
  if (text.startsWith('sqlite')) return true;
  const [first] = urlsOfHosts(text) ?? [];
  const url = first === undefined ? null : URL.parse(first);
  if (url === null || url.pathname.length < 2) return false;
  return !/@/.test(url.pathname + url.hash) && isDecodable(url.username) && isDecodable(url.password);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Added to the error when a URL with a password cannot be parsed. It names the most common cause and never shows the
 * password.
 */
export const PASSWORD_HINT =
  'in its password write @ as %40, : as %3A, / as %2F, ? as %3F, # as %23 and % as %25';

export interface ValueForm {
  /** Completes "expected …". */
  expected: string;
  /** Also part of the JSON Schema, for editors. */
  pattern?: string;
  /** Checks that a pattern cannot express. */
  accepts?: (text: string) => boolean;
  /** Added to the error when a text of this form is refused; null when it does not apply. */
  hint?: (text: string) => string | null;
}

export const FORMS = {
  host: {
    expected: 'a host such as console.example.org or 10.0.0.7:8081',
    pattern: '^(?:[A-Za-z0-9.-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}\\])(?::[0-9]{1,5})?$',
  },
  service_name: {
    expected: 'a short name of a-z, 0-9 and "-", at most 20 characters',
    pattern: '^[a-z][a-z0-9-]{0,19}$',
  },
  title: {
    expected: 'a name of at most 60 characters in one line',
    pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]{1,60}$',
    accepts: (text) => text.trim() === text,
  },
  picture_file: {
    expected: 'a path that ends in .png, .jpg, .webp or .svg',
    pattern: '^[^\\u0000]{1,4000}\\.(?:png|jpg|jpeg|webp|svg)$',
  },
  contact: {
    expected: 'an address such as "mailto:security@example.org" or "https://example.org/security"',
    pattern: '^(?:mailto:[^\\s@]{1,64}@[^\\s@]{1,255}|https://[^\\s@]{1,1000})$',
  },
  // Names are path segments and log labels.
  name: {
    expected: 'a name of a-z, 0-9, "-" and "_", at most 40 characters',
    pattern: '^[a-z0-9][a-z0-9_-]{0,39}$',
  },
  listen: {
    expected: 'host:port',
    pattern: ':[0-9]{1,5}$',
    accepts: (text) => parseListenAddress(text) !== null,
  },
  origin: {
    expected: 'an http or https origin such as "https://video.example.org"',
    pattern: '^https?://[^/?#@]+/?$',
    accepts: (text) => parseOrigin(text) !== null,
  },
  cors_origin: {
    expected: '"*", or an http or https origin such as "https://app.example.org"',
    pattern: '^(?:\\*|https?://[^/?#@]+/?)$',
    accepts: (text) => text === '*' || parseOrigin(text) !== null,
  },
  base_url: {
    expected: 'an http or https URL without user, query or fragment',
    pattern: '^https?://[^?#@]+$',
    accepts: (text) => parseBaseUrl(text) !== null,
  },
  proxy: {
    expected: '"http://USER:PASSWORD@HOST:PORT" or "socks5://USER:PASSWORD@HOST:PORT"',
    pattern: '^(?:http|socks5)://[^/?#\\s]+/?$',
    accepts: (text) => parseProxyServer(text) !== null,
    hint: () => 'in user and password, write @ : / and % as %40 %3A %2F and %25',
  },
  address_range: { expected: 'an IP address or range such as "10.0.0.0/8"', accepts: isAddressRange },
  call_log: { expected: '"off", "stderr", "stdout" or a path', pattern: '^[^\\u0000]+$' },
  path: { expected: 'a path', pattern: '^[^\\u0000]+$' },
  storage: {
    expected: '"sqlite", "sqlite:FILE" or "postgres://USER:PASSWORD@HOST:PORT/DATABASE"',
    pattern: '^(?:sqlite(?::[^\\u0000]+)?|postgres(?:ql)?://[^\\u0000]+)$',
    accepts: isStorage,
    hint: (text) => (text.startsWith('postgres') ? PASSWORD_HINT : null),
  },
  cache_server: {
    expected: '"redis://USER:PASSWORD@HOST:PORT/DATABASE", or with rediss, valkey or valkeys',
    pattern: '^(?:redis|valkey)s?://[^?#\\s]+$',
    accepts: (text) => parseCacheServer(text) !== null,
    hint: () => PASSWORD_HINT,
  },
  secret: { expected: '64 hexadecimal digits', pattern: '^[0-9A-Fa-f]{64}$' },
  // Sent in a header of the upstream request, which allows only these characters.
  token: { expected: 'a text of printable ASCII', pattern: '^[\\u0020-\\u007e]{1,4096}$' },
  header_name: { expected: 'the name of a header', pattern: '^[a-z0-9][a-z0-9_-]{0,63}$' },
  header: { expected: 'a text of printable ASCII', pattern: '^[\\u0020-\\u007e]{1,1024}$' },
  money: {
    expected: 'a decimal in quotes such as "0.012", with at most six decimals',
    pattern: '^[0-9]{1,9}(?:\\.[0-9]{1,6})?$',
    accepts: isPrice,
  },
  currency: { expected: 'a currency of three capital letters such as "USD"', pattern: '^[A-Z]{3}$' },
  route: {
    expected: 'a path such as "/api/*/v1/*/app/search_video", where * stands for one whole segment',
    pattern: '^(?=.{2,200}$)(?:/(?!\\.{1,2}(?:/|$))(?:[A-Za-z0-9._~-]+|\\*))+$',
  },
  // As the OpenAPI document writes it.
  operation: {
    expected: 'an operationId, or a method and a path such as "GET /items/{id}"',
    pattern: '^[\\u0020-\\u007e]{1,200}$',
  },
  gets: {
    expected: 'a path such as "/items/{id}", the beginning of one such as "/items/*", or "tag:NAME"',
    pattern: '^(?:\\*|/[\\u0021-\\u007e]{0,199}|tag:[^\\u0000-\\u001f]{1,100})$',
  },
  credential: {
    expected: 'one of none, bearer, basic, header:NAME, query:NAME',
    pattern: '^(?:none|bearer|basic|(?:header|query):[A-Za-z0-9_.\\[\\]-]{1,64})$',
  },
  field: {
    expected: 'the name of a field such as "code" or "meta.code"',
    pattern: '^[A-Za-z0-9_-]+(?:\\.[A-Za-z0-9_-]+){0,7}$',
  },
  time: {
    expected: 'a UTC day or time such as "2027-01-31" or "2027-01-31T12:00:00Z"',
    pattern: '^\\d{4}-\\d{2}-\\d{2}(?:T\\d{2}:\\d{2}:\\d{2}Z)?$',
    accepts: (text) => parseTimeMs(text) !== null,
  },
  time_zone: {
    expected: 'a time zone such as "UTC" or "America/Los_Angeles"',
    pattern: '^[A-Za-z0-9_+/-]{1,64}$',
    accepts: isTimeZone,
  },
  paragraph: {
    expected: 'a text of at most 2000 characters',
    pattern: '^[^\\u0000-\\u0009\\u000b-\\u001f\\u007f-\\u009f\\u2028\\u2029]{1,2000}$',
  },
  summary: { expected: 'one line of at most 200 characters', pattern: '^[^\\u0000-\\u001f]{1,200}$' },
} satisfies Record<string, ValueForm>;

export type FormName = keyof typeof FORMS;

export function hasForm(name: FormName, text: string): boolean {
  const form: ValueForm = FORMS[name];
  if (form.pattern !== undefined && !new RegExp(form.pattern, 'u').test(text)) return false;
  return form.accepts === undefined || form.accepts(text);
}
