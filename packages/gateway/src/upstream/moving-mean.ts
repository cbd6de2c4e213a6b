// An exponential moving mean: recent values count most, and no others are stored.
import { MEAN_WEIGHT } from './limits.ts';

export class MovingMean {
  /** null before the first value. */
  value: number | null = null;

  add(number: number): void {
    const mean = this.value ?? number;
    this.value = mean + (number - mean) * MEAN_WEIGHT;
  }
}
