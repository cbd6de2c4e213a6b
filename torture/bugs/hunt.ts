// Finds out which of many bugs a suite notices: all of them are planted together, and while something fails, each half of them alone. A suite
// that takes minutes runs once for bugs that it does not notice, and a few times for each that it does.

/** A suite of tests. Its places are what it can be run over alone: files, or databases. */
export interface Suite<B> {
  /** Everything that fails with these bugs planted. Without places: the whole suite. */
  failures(bugs: readonly B[], places?: readonly string[]): Promise<Failed[]>;
}

export interface Failed {
  place: string;
  /** The test, and what it said. */
  by: string;
}

/** What noticed each bug that the suite notices. What fails without any bug does not count. */
export async function hunt<B>(suite: Suite<B>, bugs: readonly B[]): Promise<Map<B, string>> {
  if (bugs.length === 0) return new Map();
  const failed = await suite.failures(bugs);
  tell(`${bugs.length} bugs together`, failed);
  if (failed.length === 0) return new Map();
  const red = await suite.failures([], placesOf(failed));
  tell('without any bug', red);
  const places = placesOf(failed).filter((place) => !placesOf(red).includes(place));
  return places.length === 0 ? new Map() : halves(suite, bugs, places);
}

async function among<B>(
  suite: Suite<B>,
  bugs: readonly B[],
  places: readonly string[],
): Promise<Map<B, string>> {
  const failed = await suite.failures(bugs, places);
  if (failed.length === 0) return new Map();
  return bugs.length === 1 ? new Map([[bugs[0]!, failed[0]!.by]]) : halves(suite, bugs, placesOf(failed));
}

async function halves<B>(
  suite: Suite<B>,
  bugs: readonly B[],
  places: readonly string[],
): Promise<Map<B, string>> {
  if (bugs.length === 1) return among(suite, bugs, places);
  const middle = Math.ceil(bugs.length / 2);
  const first = await among(suite, bugs.slice(0, middle), places);
  const second = await among(suite, bugs.slice(middle), places);
  return new Map([...first, ...second]);
}

const placesOf = (failed: readonly Failed[]) => [...new Set(failed.map(({ place }) => place))];

function tell(when: string, failed: readonly Failed[]): void {
  console.log(`${when}: ${failed.length} fail`);
  for (const { by } of failed) console.log(`  ${by}`);
}
