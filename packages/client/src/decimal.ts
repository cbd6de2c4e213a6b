// Arithmetic on amounts of money. Amounts are decimal texts outside and integer micro-units inside, never floats.

/** Decimal places of an amount, as in the gateway. */
const PLACES = 6;
const AMOUNT = /^\d{1,18}(\.\d{1,6})?$/;

export function isAmount(text: unknown): text is string {
  return typeof text === 'string' && AMOUNT.test(text);
}

function micros(text: string): bigint {
  const [whole = '0', part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(PLACES, '0'));
}

function format(amount: bigint): string {
  const digits = String(amount).padStart(PLACES + 1, '0');
  return `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`;
}

export function plus(a: string, b: string): string {
  return format(micros(a) + micros(b));
}

/** The difference, but at least zero. */
export function minus(a: string, b: string): string {
  return isLess(a, b) ? format(0n) : format(micros(a) - micros(b));
}

export function isLess(a: string, b: string): boolean {
  return micros(a) < micros(b);
}

/** The smallest of the amounts that are defined. */
export function smallest(amounts: readonly (string | undefined)[]): string | undefined {
  const known = amounts.filter((amount) => amount !== undefined);
  return known.sort((a, b) => (isLess(a, b) ? -1 : 1))[0];
}
