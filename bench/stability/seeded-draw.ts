// The randomness of the bench. Every draw is a pure function of the seed and a name, so that a run with the same seed has the same faults
// on the same calls, whatever the sequence in which they arrive.
import { hash } from 'node:crypto';

/** From 0 to 1, always the same for the same seed and name. */
export function draw(seed: number, name: string): number {
  return hash('sha256', `${seed} ${name}`, 'buffer').readUInt32BE() / 2 ** 32;
}
