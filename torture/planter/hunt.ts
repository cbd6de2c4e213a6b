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

/** Told as soon as it is known, because a hunt takes long and may be interrupted. */
export type OnFound<B> = (bug: B, by: string) => void;

/** Tells what noticed each bug that the suite notices. What fails without any bug does not count. */
export async function hunt<B>(suite: Suite<B>, bugs: readonly B[], onFound: OnFound<B>): Promise<void> {
  if (bugs.length === 0) return;
  const failed = await suite.failures(bugs);
  tell(`${bugs.length} bugs together`, failed);
  if (failed.length === 0) return;
  const red = await suite.failures([], placesOf(failed));
  tell('without any bug', red);
  const places = placesOf(failed).filter((place) => !placesOf(red).includes(place));
  if (places.length > 0) await halves({ suite, onFound }, bugs, places);
}

interface Hunt<B> {
  suite: Suite<B>;
  onFound: OnFound<B>;
}

async function among<B>(hunt: Hunt<B>, bugs: readonly B[], places: readonly string[]): Promise<void> {
  const failed = await hunt.suite.failures(bugs, places);
  if (failed.length === 0) return;
  if (bugs.length === 1) hunt.onFound(bugs[0]!, failed[0]!.by);
  else await halves(hunt, bugs, placesOf(failed));
}

async function halves<B>(hunt: Hunt<B>, bugs: readonly B[], places: readonly string[]): Promise<void> {
  if (bugs.length === 1) return among(hunt, bugs, places);
  const middle = Math.ceil(bugs.length / 2);
  await among(hunt, bugs.slice(0, middle), places);
  await among(hunt, bugs.slice(middle), places);
}

const placesOf = (failed: readonly Failed[]) => [...new Set(failed.map(({ place }) => place))];

function tell(when: string, failed: readonly Failed[]): void {
  console.log(`${when}: ${failed.length} fail`);
  for (const { by } of failed) console.log(`  ${by}`);
}
