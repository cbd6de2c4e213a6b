// Owns how providers are named to callers: by their names, or where the operator hides them by their order alone, so that a
// caller still sees that a second one was asked. Pure.

/** What stands where a provider, its connector or its host would be named. */
export const HIDDEN_NAME = 'hidden';

/** The names that stand for these providers; the same provider has the same one. */
export function orderNames(providers: readonly string[]): string[] {
  const known = [...new Set(providers)];
  return providers.map((name) => `provider-${known.indexOf(name) + 1}`);
}
