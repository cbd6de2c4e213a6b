// The list of simulated platforms. A new one is a file beside its connector and one line here.

import { archive } from '../../connectors/archive/archive.simulation.ts';
import { commons } from '../../connectors/commons/commons.simulation.ts';
import { coub } from '../../connectors/coub/coub.simulation.ts';
import { dailymotion } from '../../connectors/dailymotion/dailymotion.simulation.ts';
import { connectors } from '../../connectors/index.ts';
import { invidious } from '../../connectors/invidious/invidious.simulation.ts';
import { justoneapiDouyin } from '../../connectors/justoneapi/justoneapi-douyin.simulation.ts';
import { justoneapiKuaishou } from '../../connectors/justoneapi/justoneapi-kuaishou.simulation.ts';
import { justoneapiTiktok } from '../../connectors/justoneapi/justoneapi-tiktok.simulation.ts';
import { nasa } from '../../connectors/nasa/nasa.simulation.ts';
import { niconico } from '../../connectors/niconico/niconico.simulation.ts';
import { odysee, odyseeComments, odyseeSearch } from '../../connectors/odysee/odysee.simulation.ts';
import { peertube } from '../../connectors/peertube/peertube.simulation.ts';
import { pexels } from '../../connectors/pexels/pexels.simulation.ts';
import { piped } from '../../connectors/piped/piped.simulation.ts';
import { pixabay } from '../../connectors/pixabay/pixabay.simulation.ts';
import { rutube } from '../../connectors/rutube/rutube.simulation.ts';
import { tikhubBilibili } from '../../connectors/tikhub/tikhub-bilibili.simulation.ts';
import { tikhubDouyin } from '../../connectors/tikhub/tikhub-douyin.simulation.ts';
import { tikhubKuaishou } from '../../connectors/tikhub/tikhub-kuaishou.simulation.ts';
import { tikhubInstagram, tikhubXiaohongshu } from '../../connectors/tikhub/tikhub-posts.simulation.ts';
import { tikhubTiktok } from '../../connectors/tikhub/tikhub-tiktok.simulation.ts';
import { tiktokResearch } from '../../connectors/tiktok-research/tiktok-research.simulation.ts';
import { vimeo } from '../../connectors/vimeo/vimeo.simulation.ts';
import { youtube } from '../../connectors/youtube/youtube.simulation.ts';
import type { Simulation } from './simulation.ts';

export const simulations: readonly Simulation[] = [
  pexels,
  pixabay,
  peertube,
  vimeo,
  tikhubDouyin,
  tikhubBilibili,
  tikhubXiaohongshu,
  tikhubInstagram,
  tikhubKuaishou,
  tikhubTiktok,
  archive,
  justoneapiDouyin,
  justoneapiKuaishou,
  justoneapiTiktok,
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
];

/** Those with a search; some connectors have only other operations. */
export const searchedSimulations = simulations.filter(({ connector: name }) =>
  connectors.some(
    (connector) => connector.name === name && connector.operations['video.search'] !== undefined,
  ),
);
