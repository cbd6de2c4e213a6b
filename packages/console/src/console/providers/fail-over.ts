// The sequence in which the providers of a platform are asked. Pure.
import type { Provider } from '../../api/api-types.ts';

export interface PlatformSequence {
  platform: string;
  /** In the sequence in which they are asked. */
  providers: readonly Provider[];
}

export function sequencesOf(providers: readonly Provider[]): PlatformSequence[] {
  const places = providers.flatMap((provider) =>
    provider.platforms.map(({ platform, position }) => ({ platform, position, provider })),
  );
  const byPlatform = Map.groupBy(places, ({ platform }) => platform);
  return [...byPlatform]
    .map(([platform, all]) => ({
      platform,
      providers: all.toSorted((a, b) => a.position - b.position).map(({ provider }) => provider),
    }))
    .toSorted((a, b) => (a.platform < b.platform ? -1 : 1));
}
