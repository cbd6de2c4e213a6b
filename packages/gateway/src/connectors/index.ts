// The list of connectors. A new upstream API is one folder here and one line.
import { archive } from './archive/archive.ts';
import { commons } from './commons/commons.ts';
import type { Connector, OperationName } from './connector.ts';
import { coub } from './coub/coub.ts';
import { dailymotion } from './dailymotion/dailymotion.ts';
import { invidious } from './invidious/invidious.ts';
import { justoneapi } from './justoneapi/justoneapi.ts';
import { library } from './library/library.ts';
import { showcase } from './library/showcase.ts';
import { nasa } from './nasa/nasa.ts';
import { niconico } from './niconico/niconico.ts';
import { odysee } from './odysee/odysee.ts';
import { odyseeComments } from './odysee/odysee-comments.ts';
import { odyseeSearch } from './odysee/odysee-search.ts';
import { peertube } from './peertube/peertube.ts';
import { pexels } from './pexels/pexels.ts';
import { piped } from './piped/piped.ts';
import { pixabay } from './pixabay/pixabay.ts';
import { rutube } from './rutube/rutube.ts';
import { tikhub } from './tikhub/tikhub.ts';
import { tikhubBilibili } from './tikhub/tikhub-bilibili.ts';
import { tikhubInstagram, tikhubXiaohongshu } from './tikhub/tikhub-posts.ts';
import { tiktokResearch } from './tiktok-research/tiktok-research.ts';
import { vimeo } from './vimeo/vimeo.ts';
import { youtube } from './youtube/youtube.ts';

export const connectors: readonly Connector[] = [
  library,
  pexels,
  pixabay,
  peertube,
  vimeo,
  tikhub,
  tikhubBilibili,
  tikhubXiaohongshu,
  tikhubInstagram,
  archive,
  justoneapi,
  invidious,
  youtube,
  piped,
  tiktokResearch,
  niconico,
  nasa,
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
