// Reads what a caller says about the price of one call: ceiling, quote, dry run. These are removed from the query before it is
// parsed, so that neither request ids nor cache keys depend on them: the same id replays its answer whatever price its caller
// would accept today.
import { type Failure, invalid, isFailure } from '../../domain/failure.ts';
import { type Micros, parseMoney } from '../../domain/money.ts';
import { PRICE_PARAMETERS } from '../../domain/unknown-parameters.ts';
import type { MountedRoute } from '../../mounts/mount.ts';
import type { RawInput } from '../../mounts/read-input.ts';
import type { PassTarget } from '../tasks/pass-task.ts';
import type { OperationTarget } from './operation-target.ts';

type Target = OperationTarget | PassTarget;

/** A header about the price, as it was sent. */
export interface PriceHeader {
  name: string;
  text: string;
}

export interface PriceHeaders {
  maxPrice?: PriceHeader;
  quote?: PriceHeader;
}

/** Shared by all requests that send no such header. */
export const NO_PRICE_HEADERS: PriceHeaders = {};

export interface Bounds {
  /** The most that the call may cost; null when the caller does not say. */
  ceilingMicros: Micros | null;
  /** As it was sent; null for the price of the moment. */
  quote: string | null;
  /** The caller only wants to know what would happen. */
  isDryRun: boolean;
}

/** The target without its price parameters, and those parameters. */
export interface Bounded {
  target: Target;
  bounds: Bounds;
}

const UNBOUND: Bounds = { ceilingMicros: null, quote: null, isDryRun: false };

export function takeBounds(target: Target, headers: PriceHeaders): Bounded | Failure {
  const taken =
    target.kind === 'operation' ? takeFromQuery(target.query) : takeFromInput(target.route, target.input);
  if (isFailure(taken)) return taken;
  if (taken === null && headers === NO_PRICE_HEADERS) return { target, bounds: UNBOUND };
  const bounds = readBounds(taken?.said ?? {}, headers);
  if (isFailure(bounds)) return bounds;
  return { target: taken === null ? target : ({ ...target, ...taken.rest } as Target), bounds };
}

function readBounds(said: Said, { maxPrice, quote }: PriceHeaders): Bounds | Failure {
  const ceilingMicros = readCeiling(maxPrice ?? fieldOf('max_price', said));
  if (isFailure(ceilingMicros)) return ceilingMicros;
  if (said.dry_run !== undefined && said.dry_run !== '1') return invalid('dry_run', 'must be 1, or absent');
  return { ceilingMicros, quote: quote?.text ?? null, isDryRun: said.dry_run === '1' };
}

type Said = Partial<Record<string, string>>;

/** The price parameters, and the target without them; null when there are none. */
type Taken = { said: Said; rest: object } | null;

/** A query that could not be parsed passes here; the next step refuses it. */
function takeFromQuery(query: Record<string, string> | Failure): Taken {
  if (isFailure(query) || !hasAny(Object.keys(query))) return null;
  const own = Object.entries(query);
  const said = Object.fromEntries(own.filter(([name]) => PRICE_PARAMETERS.includes(name)));
  return {
    said,
    rest: { query: Object.fromEntries(own.filter(([name]) => !PRICE_PARAMETERS.includes(name))) },
  };
}

/** If the mounted operation has a parameter of the same name, the parameter belongs to the upstream. */
function takeFromInput({ of }: MountedRoute, input: RawInput | Failure): Taken | Failure {
  if (isFailure(input) || !hasAny(input.query.map(([name]) => name))) return null;
  const isOurs = (name: string) =>
    PRICE_PARAMETERS.includes(name) &&
    !of.parameters.some((own) => own.place === 'query' && own.name === name);
  const said: Said = {};
  for (const [name, text] of input.query) {
    if (!isOurs(name)) continue;
    if (said[name] !== undefined) return invalid(name, 'is given more than once');
    said[name] = text;
  }
  return { said, rest: { input: { ...input, query: input.query.filter(([name]) => !isOurs(name)) } } };
}

function hasAny(names: string[]): boolean {
  return names.some((name) => PRICE_PARAMETERS.includes(name));
}

function fieldOf(name: string, said: Said): PriceHeader | undefined {
  const text = said[name];
  return text === undefined ? undefined : { name, text };
}

/** In micro-units. An amount below zero is refused. */
function readCeiling(given: PriceHeader | undefined): Micros | null | Failure {
  if (given === undefined) return null;
  const amount = given.text.startsWith('-') ? null : parseMoney(given.text);
  return amount ?? invalid(given.name, 'must be an amount such as 0.01, with at most six decimal places');
}
