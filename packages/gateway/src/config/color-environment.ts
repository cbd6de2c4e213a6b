// The variables that decide about colours. Apart from config.ts, so that `reelgate --help` does not load the whole configuration.

export function readColorEnvironment(env: NodeJS.ProcessEnv = process.env) {
  const { NO_COLOR, FORCE_COLOR, TERM } = env;
  return { NO_COLOR, FORCE_COLOR, TERM };
}
