// Owns the refusal of parameters that a route does not have. Dropping one would answer, and on a billed route charge for, another
// question than the caller asked: with `cursor` for `pcursor` every page is the first one. It repeats names, cut, and never a value.
import { type Failure, type FieldError, failure } from './failure.ts';
import { nearestName } from './nearest-name.ts';

/** Enough to mend a request in one go. Each is compared with every known name, so a thousand would cost time. */
const REPORTED_MAX = 5;
const NAME_CHARS_MAX = 64;
/** A mounted operation may take hundreds. */
const LISTED_MAX = 20;

/** What every billed route takes beside its own: what a caller says about the price. */
export const PRICE_PARAMETERS: readonly string[] = ['max_price', 'dry_run'];

/** Parameters whose values have a query of their own: an `&` in it that is not encoded ends the value. */
const ADDRESSES: readonly string[] = ['url', 'path'];

/** null when the route has them all. `others` are taken as well, and not listed. */
export function unknownParameters(
  given: Iterable<string>,
  known: ReadonlySet<string>,
  others: readonly string[] = PRICE_PARAMETERS,
): Failure | null {
  const unknown = new Set<string>();
  for (const name of given) {
    if (!known.has(name)) unknown.add(name);
    if (unknown.size === REPORTED_MAX) break;
  }
  if (unknown.size === 0) return null;
  const errors = [...unknown].map((name) => explain(name, [...known], others));
  const detail = errors.map(({ field, message }) => `${field}: ${message}`).join(' ');
  return failure('INVALID_REQUEST', detail, { errors });
}

function explain(name: string, known: readonly string[], others: readonly string[]): FieldError {
  const field = name.slice(0, NAME_CHARS_MAX).toWellFormed() || '(no name)';
  const meant = nearestName(name, [...known, ...others]);
  const hint = meant === null ? taken(known) : `did you mean "${meant}"?`;
  return { field, message: `is not a parameter of this route; ${hint}` };
}

function taken(known: readonly string[]): string {
  if (known.length === 0) return 'it takes none.';
  const more = known.length > LISTED_MAX ? ', …' : '';
  const address = known.find((name) => ADDRESSES.includes(name));
  const encode = address === undefined ? '' : ` Within ${address}, write "&" as %26.`;
  return `it takes ${known.slice(0, LISTED_MAX).join(', ')}${more}.${encode}`;
}
