// Whether this operator has opened the price list from the steps. The gateway cannot know it, so this browser stores it.
import { keepStep, keptSteps } from '../overview/first-steps.ts';

export function isPriceRead(): boolean {
  return keptSteps().has('price');
}

export function keepPriceRead(): void {
  keepStep('price');
}
