// The list of simulated platforms. A new one is one file in this folder and one line here.
import { connectors } from '../../connectors/index.ts';
import { archive } from './archive.ts';
import { commons } from './commons.ts';
import { coub } from './coub.ts';
import { dailymotion } from './dailymotion.ts';
import { invidious } from './invidious.ts';
import { justoneapiDouyin } from './justoneapi-douyin.ts';
import { justoneapiKuaishou } from './justoneapi-kuaishou.ts';
import { justoneapiTiktok } from './justoneapi-tiktok.ts';
import { niconico } from './niconico.ts';
import { odysee, odyseeComments, odyseeSearch } from './odysee.ts';
import { peertube } from './peertube.ts';
import { pexels } from './pexels.ts';
import { piped } from './piped.ts';
import { pixabay } from './pixabay.ts';
import { rutube } from './rutube.ts';
import type { Simulation } from './simulation.ts';
import { tikhubDouyin } from './tikhub-douyin.ts';
import { tikhubKuaishou } from './tikhub-kuaishou.ts';
import { tikhubTiktok } from './tikhub-tiktok.ts';
import { tiktokResearch } from './tiktok-research.ts';
import { vimeo } from './vimeo.ts';
import { youtube } from './youtube.ts';

export const simulations: readonly Simulation[] = [
  pexels,
  pixabay,
  peertube,
  vimeo,
  tikhubDouyin,
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
