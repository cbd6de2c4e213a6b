// Owns a mean that follows what happens of late and remembers nothing else.
import { MEAN_WEIGHT } from './limits.ts';

export class MovingMean {
  /** Null before the first number. */
  value: number | null = null;

  add(number: number): void {
    const mean = this.value ?? number;
    this.value = mean + (number - mean) * MEAN_WEIGHT;
  }
}
