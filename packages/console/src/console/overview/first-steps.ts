// Owns which of the first steps a reader has taken, as far as the gateway cannot know it. Kept in this browser.

/** `receipt`: a call was opened. `repeat`: a free repeat was seen; the gateway counts them only since its last start. */
export type KeptStep = 'receipt' | 'repeat' | 'hidden';

const PLACE = 'reelgate.console.steps';

export function keptSteps(): ReadonlySet<string> {
  try {
    return new Set((localStorage.getItem(PLACE) ?? '').split(' '));
  } catch {
    // A browser may refuse storage; then the steps are told again.
    return new Set();
  }
}

export function keepStep(step: KeptStep): void {
  try {
    localStorage.setItem(PLACE, [...new Set([...keptSteps(), step])].join(' ').trim());
  } catch {
    // As above.
  }
}
