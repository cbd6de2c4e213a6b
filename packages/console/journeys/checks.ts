// The checks of a journey. One that does not hold is reported with the expected and the found value.

export interface Checks {
  equal(what: string, found: unknown, expected: unknown): void;
  holds(what: string, isTrue: boolean, detail?: string): void;
  failed: string[];
  count: number;
  /** The name of the last check: where a journey stands. */
  last: string;
}

export function makeChecks(where: string): Checks {
  const checks: Checks = {
    failed: [],
    count: 0,
    last: 'none',
    equal(what, found, expected) {
      const same = JSON.stringify(found) === JSON.stringify(expected);
      checks.holds(what, same, `expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`);
    },
    holds(what, isTrue, detail = '') {
      checks.count += 1;
      checks.last = what;
      if (!isTrue) checks.failed.push(`${where}: ${what}${detail === '' ? '' : `: ${detail}`}`);
    },
  };
  return checks;
}

/** Converts amounts on the screen into decimals of the ledger: "$9.988" is "9.988000". */
export function decimalOf(text: string): string {
  const match = /(-?)\$?([\d,]+)\.(\d+)/.exec(text.replaceAll(' ', ''));
  if (match === null) throw new Error(`no amount in ${JSON.stringify(text)}`);
  return `${match[1]}${match[2]!.replaceAll(',', '')}.${match[3]!.padEnd(6, '0')}`;
}
