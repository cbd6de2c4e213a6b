// The list of connectors. A new upstream API is one file in this folder and one line here.
import { archive } from './archive.ts';
import { commons } from './commons.ts';
import type { Connector, OperationName } from './connector.ts';
import { coub } from './coub.ts';
import { dailymotion } from './dailymotion.ts';
import { invidious } from './invidious.ts';
import { justoneapi } from './justoneapi.ts';
import { library } from './library.ts';
import { niconico } from './niconico.ts';
import { odysee } from './odysee.ts';
import { odyseeComments } from './odysee-comments.ts';
import { odyseeSearch } from './odysee-search.ts';
import { peertube } from './peertube.ts';
import { pexels } from './pexels.ts';
import { piped } from './piped.ts';
import { pixabay } from './pixabay.ts';
import { rutube } from './rutube.ts';
import { showcase } from './showcase.ts';
import { tikhub } from './tikhub.ts';
import { tiktokResearch } from './tiktok-research.ts';
import { vimeo } from './vimeo.ts';
import { youtube } from './youtube.ts';

export const connectors: readonly Connector[] = [
  library,
  pexels,
  pixabay,
  peertube,
  vimeo,
  tikhub,
  archive,
  justoneapi,
  invidious,
  youtube,
  piped,
  tiktokResearch,
  niconico,
  dailymotion,
  commons,
  coub,
  rutube,
  odyseeSearch,
  odysee,
  odyseeComments,
  showcase,
];

/**
 * What a connector requires of a provider's settings. Client credentials in its options can replace a token. The platform must be named
 * only for a connector that serves several.
 */
export function connectorNeeds({ name, facts, options, operations }: Connector) {
  return {
    name,
    platforms: facts.platforms !== null && facts.platforms.length > 1 ? facts.platforms : null,
    baseUrl: facts.baseUrl === null,
    isMadeUp: facts.isMadeUp === true,
    token: facts.keyNeeded && !('client_secret' in options),
    options: Object.keys(options),
    operations: Object.keys(operations) as OperationName[],
    onlyOn: Object.fromEntries(
      Object.entries(operations).flatMap(([operation, { platforms }]) =>
        platforms === undefined ? [] : [[operation, platforms]],
      ),
    ) as Partial<Record<OperationName, readonly string[]>>,
  };
}
