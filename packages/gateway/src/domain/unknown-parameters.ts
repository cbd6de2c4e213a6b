// Refuses query parameters that a route does not have. Ignoring one would answer, and charge for, another question than the caller asked:
// with `cursor` in place of `pcursor` every page is the first page. The message repeats shortened names and never a value.
import { type Failure, type FieldError, failure } from './failure.ts';
import { nearestName } from './text/nearest-name.ts';

/** Enough to correct a request in one go. Each is compared with every known name, so a thousand would take long. */
const REPORTED_MAX = 5;
const NAME_CHARS_MAX = 64;
/** A mounted operation may have hundreds. */
const LISTED_MAX = 20;

/** Price limits that every billed route accepts. */
export const PRICE_PARAMETERS: readonly string[] = ['max_price', 'dry_run'];
/** The parameter that names the fields of records; every operation accepts it, and mounted routes do not. */
export const FIELDS_PARAMETER = 'fields';
const CALL_PARAMETERS: readonly string[] = [...PRICE_PARAMETERS, FIELDS_PARAMETER];

/** Parameters whose values are URLs: an unencoded `&` in one ends the value. */
const ADDRESSES: readonly string[] = ['url', 'path'];

/** Null when the route has all of them. `others` are accepted too, but not listed in the message. */
export function unknownParameters(
  given: Iterable<string>,
  known: ReadonlySet<string>,
  others: readonly string[] = CALL_PARAMETERS,
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
  const left = known.length - LISTED_MAX;
  const more = left > 0 ? ` and ${left} more; see /docs` : '';
  const address = known.find((name) => ADDRESSES.includes(name));
  const encode = address === undefined ? '' : ` Within ${address}, write "&" as %26.`;
  return `it takes ${known.slice(0, LISTED_MAX).join(', ')}${more}.${encode}`;
}
