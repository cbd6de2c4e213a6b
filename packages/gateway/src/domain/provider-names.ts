// Names of providers as callers see them. Where the operator hides the names, providers are numbered, so that a caller still sees when a
// second one was asked.

/** Replaces the name of a provider, its connector or its host. */
export const HIDDEN_NAME = 'hidden';

/** `provider-1`, `provider-2` …; the same provider always gets the same name. */
export function orderNames(providers: readonly string[]): string[] {
  const known = [...new Set(providers)];
  return providers.map((name) => `provider-${known.indexOf(name) + 1}`);
}
