// First steps that the gateway cannot see, stored in this browser.

/**
 * `searched`: a settled call was among the latest ones. `receipt`: a call was opened. `repeat`: a replay was seen; the gateway counts replays only since its last start. `moved`, `walked`: such a
 * call was among the latest ones. `price`: the price list was opened on the way to a first customer.
 */
type KeptStep = 'searched' | 'receipt' | 'repeat' | 'moved' | 'walked' | 'hidden' | 'price';

const PLACE = 'reelgate.console.steps';

export function keptSteps(): ReadonlySet<string> {
  try {
    return new Set((localStorage.getItem(PLACE) ?? '').split(' '));
  } catch {
    // The browser refuses storage: the steps are shown again.
    return new Set();
  }
}

export function keepStep(step: KeptStep): void {
  try {
    localStorage.setItem(PLACE, [...new Set([...keptSteps(), step])].join(' ').trim());
  } catch {
    // As above: not stored.
  }
}
