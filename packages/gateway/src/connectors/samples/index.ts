// Owns which recorded exchanges prove which operation of which connector: the contract suite runs them all. Only tests read them, so
// no connector imports its own, and a package of the gateway goes without.
import type {
  ConnectorOperations,
  ExpectedRecord,
  Listing,
  Lookup,
  OperationName,
  Sample,
} from '../connector.ts';
import { samples as archive } from './archive.ts';
import { samples as commons } from './commons.ts';
import { samples as coub, videoSamples as coubVideo } from './coub.ts';
import { samples as dailymotion } from './dailymotion.ts';
import { samples as invidious } from './invidious.ts';
import { samples as justoneapi } from './justoneapi.ts';
import { samples as library, videoSamples as libraryVideo } from './library.ts';
import { samples as niconico } from './niconico.ts';
import { samples as odysee, videoSamples as odyseeVideo } from './odysee.ts';
import { samples as odyseeSearch } from './odysee-search.ts';
import { samples as peertube } from './peertube.ts';
import { samples as peertubeVideo } from './peertube-video.ts';
import { samples as pexels } from './pexels.ts';
import { samples as piped } from './piped.ts';
import { samples as pixabay } from './pixabay.ts';
import { samples as rutube, videoSamples as rutubeVideo } from './rutube.ts';
import { samples as tikhub } from './tikhub.ts';
import { samples as tiktokResearch } from './tiktok-research.ts';
import { samples as vimeo } from './vimeo.ts';
import { samples as youtube } from './youtube.ts';

type SamplesFor<Operation> =
  Operation extends Listing<infer Input>
    ? readonly Sample<Input>[]
    : Operation extends Lookup<infer Input, infer Parsed>
      ? readonly Sample<Input, ExpectedRecord<Parsed>>[]
      : never;

/** By the names of connector and operation. */
export const connectorSamples: Record<
  string,
  { [Name in OperationName]?: SamplesFor<ConnectorOperations[Name]> }
> = {
  archive: { 'video.search': archive },
  commons: { 'video.search': commons },
  coub: { 'video.search': coub, 'video.get': coubVideo },
  dailymotion: { 'video.search': dailymotion },
  invidious: { 'video.search': invidious },
  justoneapi: { 'video.search': justoneapi },
  library: { 'video.search': library, 'video.get': libraryVideo },
  niconico: { 'video.search': niconico },
  odysee: { 'video.search': odysee, 'video.get': odyseeVideo },
  'odysee-search': { 'video.search': odyseeSearch },
  peertube: { 'video.search': peertube, 'video.get': peertubeVideo },
  pexels: { 'video.search': pexels },
  piped: { 'video.search': piped },
  pixabay: { 'video.search': pixabay },
  rutube: { 'video.search': rutube, 'video.get': rutubeVideo },
  tikhub: { 'video.search': tikhub },
  'tiktok-research': { 'video.search': tiktokResearch },
  vimeo: { 'video.search': vimeo },
  youtube: { 'video.search': youtube },
};
