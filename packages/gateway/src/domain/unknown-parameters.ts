// Owns the refusal of parameters that a billed route does not have. Dropping one would charge for another question than the
// caller asked: with `cursor` for `pcursor` every page is the first one. It repeats names, cut, and never a value.
import { type Failure, type FieldError, failure } from './failure.ts';
import { nearestName } from './nearest-name.ts';

/** Enough to mend a request in one go. Each is compared with every known name, so a thousand would cost time. */
const REPORTED_MAX = 5;
const NAME_CHARS_MAX = 64;
/** A mounted operation may take hundreds. */
const LISTED_MAX = 20;

/** What every billed route takes beside its own: what a caller says about the price. */
export const PRICE_PARAMETERS: readonly string[] = ['max_price', 'dry_run'];

/** null when the route has them all. */
export function unknownParameters(given: Iterable<string>, known: ReadonlySet<string>): Failure | null {
  const unknown = new Set<string>();
  for (const name of given) {
    if (!known.has(name)) unknown.add(name);
    if (unknown.size === REPORTED_MAX) break;
  }
  if (unknown.size === 0) return null;
  const errors = [...unknown].map((name) => explain(name, [...known]));
  const detail = errors.map(({ field, message }) => `${field}: ${message}`).join(' ');
  return failure('INVALID_REQUEST', detail, { errors });
}

function explain(name: string, known: readonly string[]): FieldError {
  const field = name.slice(0, NAME_CHARS_MAX).toWellFormed() || '(no name)';
  const meant = nearestName(name, [...known, ...PRICE_PARAMETERS]);
  const hint = meant === null ? taken(known) : `did you mean "${meant}"?`;
  return { field, message: `is not a parameter of this route; ${hint}` };
}

function taken(known: readonly string[]): string {
  if (known.length === 0) return 'it takes none.';
  const more = known.length > LISTED_MAX ? ', …' : '';
  return `it takes ${known.slice(0, LISTED_MAX).join(', ')}${more}.`;
}
