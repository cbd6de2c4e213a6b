// Which platforms are made up, and how a platform is named: a made-up one carries the mark wherever its name stands.
import { createContext, use } from 'react';
import { useCommonText } from '../text/common.ts';

export const MadeUpContext = createContext<readonly string[]>([]);

/** The made-up platforms of a price list. */
export function madeUpIn(endpoints: readonly { platform: string; made_up: boolean }[]): readonly string[] {
  return [...new Set(endpoints.filter((one) => one.made_up).map(({ platform }) => platform))];
}

export function usePlatformName(): (platform: string) => string {
  const madeUp = use(MadeUpContext);
  const { madeUp: mark } = useCommonText();
  return (platform) => (madeUp.includes(platform) ? `${platform} (${mark})` : platform);
}
