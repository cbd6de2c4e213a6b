// The claims of a journey. One that does not hold is reported with the expected and the found value.

export interface Claims {
  equal(what: string, found: unknown, expected: unknown): void;
  holds(what: string, isTrue: boolean, detail?: string): void;
  failed: string[];
  count: number;
}

export function makeClaims(where: string): Claims {
  const claims: Claims = {
    failed: [],
    count: 0,
    equal(what, found, expected) {
      const same = JSON.stringify(found) === JSON.stringify(expected);
      claims.holds(what, same, `expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`);
    },
    holds(what, isTrue, detail = '') {
      claims.count += 1;
      if (!isTrue) claims.failed.push(`${where}: ${what}${detail === '' ? '' : `: ${detail}`}`);
    },
  };
  return claims;
}
