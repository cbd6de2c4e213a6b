// Runs a suite twice: on what is new, and on what has begun, ended, failed and rested before. What a contract says of a new instance is true of
// one that has a past, and most state that is left over is left by the first failure or the first rest.
import { describe } from 'vitest';

const LIVES = [
  ['is new', false],
  ['has worked, failed and rested', true],
] as const;

/** `suite` uses its instances up first when it is told so. */
export function inBothLives(what: string, suite: (isUsed: boolean) => void): void {
  describe.each(LIVES)(`${what} that %s`, (_, isUsed) => suite(isUsed));
}
