// Lists the paths that a server answers, as they are registered, and tells a wrong method from a wrong path.
import type { FastifyInstance } from 'fastify';
import { nearestName } from '../domain/text/nearest-name.ts';

export interface ServedRoute {
  method: string;
  /** With `{name}` for each parameter. */
  path: string;
}

export interface RouteTable {
  /** Every route, in the order of registration. */
  all(): readonly ServedRoute[];
  /** The methods that a raw path accepts; empty when there is no such path. */
  methodsOf(rawPath: string): string[];
  /**
   * The documented path that was probably meant by a path with capitals, an extra slash or a typing error in its last word; null when
   * there is none.
   */
  meantBy(rawPath: string): string | null;
  /** False when the router matched a raw path only by decoding a fixed part of it, or with a parameter that is empty or has a NUL. */
  isExact(pattern: string, rawPath: string): boolean;
}

/**
 * PostgreSQL stores no text with a NUL and fails on a search for one, so nothing in a path can be named by it. A mount says itself which of its
 * parameters is wrong.
 */
const ENCODED_NUL = '%00';

/** In `:id.svg` the parameter is `id`. */
const PARAMETER = /:(\w+)/g;

/** A star at the end matches the rest of the path: the mount that is served there checks it further. */
function regexOf(pattern: string): RegExp {
  const fixed = pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${fixed.replace(PARAMETER, '[^/]+').replace(/\/\\\*$/, '/.+')}$`);
}

/**
 * Everything before the query. A fragment is never part of a request target, so it is not removed and matches
 * nothing.
 */
export function rawPathOf(target: string): string {
  const at = target.indexOf('?');
  return at === -1 ? target : target.slice(0, at);
}

const cutAt = (path: string) => path.lastIndexOf('/');

/** Its expressions are made when a path is first compared: those of all routes would take 7 ms of every start. */
class Pattern {
  readonly methods: string[] = [];
  /** Null when the last segment is a parameter. */
  readonly lastWord: string | null;
  readonly #url: string;
  #regex: RegExp | null = null;
  #above: RegExp | null = null;

  constructor(url: string) {
    const last = url.slice(cutAt(url) + 1);
    this.#url = url;
    this.lastWord = /[:*]/.test(last) ? null : last;
  }

  get regex(): RegExp {
    this.#regex ??= regexOf(this.#url);
    return this.#regex;
  }

  /** Of everything before the last segment. */
  get above(): RegExp {
    this.#above ??= regexOf(this.#url.slice(0, cutAt(this.#url)));
    return this.#above;
  }
}

/** The route beside which this path would stand, with the word that its last one resembles. */
function nearest(patterns: ReadonlyMap<string, Pattern>, path: string): string | undefined {
  const above = path.slice(0, cutAt(path));
  const beside = [...patterns].filter(([, one]) => one.lastWord !== null && one.above.test(above));
  const word = nearestName(
    path.slice(cutAt(path) + 1),
    beside.map(([, { lastWord }]) => lastWord!),
  );
  return word === null ? undefined : beside.find(([, { lastWord }]) => lastWord === word)?.[0];
}

export function collectRoutes(app: FastifyInstance): RouteTable {
  const routes: ServedRoute[] = [];
  const patterns = new Map<string, Pattern>();
  const add = (method: string, url: string) => {
    const entry = patterns.get(url) ?? new Pattern(url);
    patterns.set(url, entry);
    entry.methods.push(method);
    // HEAD is GET without a body, on free routes only: it is not listed separately.
    if (method !== 'HEAD') routes.push({ method, path: url.replace(PARAMETER, '{$1}') });
  };
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) add(one, url);
  });
  return {
    all: () => routes,
    methodsOf: (rawPath) =>
      [...patterns.values()].filter(({ regex }) => regex.test(rawPath)).flatMap(({ methods }) => methods),
    meantBy(rawPath) {
      const tidy = rawPath
        .toLowerCase()
        .replace(/\/{2,}/g, '/')
        .replace(/(?<=.)\/$/, '');
      const same = [...patterns].find(([url, { regex }]) => !url.endsWith('*') && regex.test(tidy))?.[0];
      const meant = same ?? nearest(patterns, tidy);
      return meant?.replace(PARAMETER, '{$1}') ?? null;
    },
    isExact: (pattern, rawPath) =>
      (!rawPath.includes(ENCODED_NUL) || pattern.endsWith('*')) &&
      (patterns.get(pattern)?.regex.test(rawPath) ?? false),
  };
}
