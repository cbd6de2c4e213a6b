// Makes a run repeatable: with REELGATE_SEED set, every property test draws the same cases again. CI sets it, so that a red
// run is the fault of a change and not of the dice; without it each run draws anew and prints its seed when it fails.
if (process.env.REELGATE_SEED !== undefined) {
  const { configureGlobal } = await import('fast-check');
  configureGlobal({ seed: Number(process.env.REELGATE_SEED) });
}
