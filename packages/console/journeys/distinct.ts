// Makes the figures of the gateway's answers distinct before a page reads them. On a young gateway many are equal: nothing is held, nothing
// was sold yesterday. A page that shows one figure in place of another looks right there, and wrong here. A figure depends on the address
// and on its place in the answer, so that the figures of another account or of another list differ too.
import type { BrowserPage, Route } from './browser.ts';

/** A JSON answer. Journeys read answers of many routes, and a wrong name shows as a failed check. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Json = any;

const AMOUNT = /^(-?)\d+\.\d{6}$/;
/** Numbers that name a thing, which a page or the gateway finds by them. */
const NAMES = new Set([
  'id',
  'number',
  'sequence',
  'version',
  'catalog_version',
  'pid',
  'status',
  'months',
  'from_units',
]);
/** Micro-units: amounts up to a thousand, with all six places. */
const AMOUNT_SPAN = 999_000_000;
const COUNT_SPAN = 9_000;

/** A number that depends on the text (FNV-1a, 32 bits). */
function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193) >>> 0;
  return hash;
}

function distinctAmount(place: string, sign: string): string {
  const micros = 1_000_000 + (numberOf(place) % AMOUNT_SPAN);
  return `${sign}${Math.floor(micros / 1_000_000)}.${String(micros % 1_000_000).padStart(6, '0')}`;
}

function distinct(value: Json, place: string, name = ''): Json {
  if (typeof value === 'string') {
    const amount = AMOUNT.exec(value);
    return amount === null ? value : distinctAmount(place, amount[1]!);
  }
  if (typeof value === 'number') return NAMES.has(name) ? value : 2 + (numberOf(place) % COUNT_SPAN);
  if (Array.isArray(value)) return value.map((one, at) => distinct(one, `${place}/${at}`, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, distinct(one, `${place}/${key}`, key)]),
  );
}

const API = /\/(admin|api)\/(?:[a-z]+\/)?v1(?:\/|\?|$)/;
/** The session decides what the page offers; it has no figures to show. */
const PASSED_ON = /\/session$/;

export interface Answers {
  /** The newest answer that the page was given for a path with these parameters; throws if the page asked for none. */
  to(path: string, query?: Record<string, string>): Json;
}

/** By path: what an answer has on a gateway with other settings. */
export type Filled = Record<string, (answer: Json) => Json>;

/** Makes the figures of all that the page reads from now on distinct, and keeps the answers. */
export async function makeDistinct(page: BrowserPage, filled: Filled = {}): Promise<Answers> {
  const given: { url: URL; json: Json }[] = [];
  const answer = async (route: Route) => {
    const url = new URL(route.request().url());
    if (route.request().method() !== 'GET' || PASSED_ON.test(url.pathname)) return route.continue();
    // A request that the page gave up, because it was left, has no answer.
    const response = await route.fetch().catch(() => null);
    if (response === null) return;
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response });
    const found: Json = await response.json();
    const json = distinct(filled[url.pathname]?.(found) ?? found, url.pathname);
    given.push({ url, json });
    return route.fulfill({ response, json });
  };
  await page.route(API, answer);
  return {
    to(path, query = {}) {
      const isAsked = ({ url }: { url: URL }) =>
        url.pathname.endsWith(path) &&
        Object.entries(query).every(([name, value]) => url.searchParams.get(name) === value);
      const found = given.findLast(isAsked);
      if (found === undefined) throw new Error(`the page did not ask for ${path} ${JSON.stringify(query)}`);
      return found.json;
    },
  };
}
