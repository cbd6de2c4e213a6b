// Looks up videos of a PeerTube instance by their ids: one by itself, or several. The request for several is a search without words: records
// have the fields of a list, their text is cut, and their order is the instance's own. Must never send a number among the ids: a malformed
// id makes the whole request fail.
import type { ParsedVideo } from '../../domain/video.ts';
import type {
  Absent,
  AttemptFailure,
  FoundRecord,
  Provider,
  SeveralAtOnce,
  UpstreamRequest,
  UpstreamResponse,
  VideoInput,
} from '../connector.ts';
import { badResponse, unreadable } from '../parsing/failures.ts';
import { id } from '../parsing/fields.ts';
import { foundVideo, foundVideos } from '../parsing/found-videos.ts';
import { isObject, parseJson } from '../parsing/json.ts';
import {
  classify,
  classifyVideo,
  PEERTUBE_PAGE_MAX,
  peertubeRequest,
  videoPath,
} from './peertube-answers.ts';
import { listedVideo, wholeVideo } from './peertube-record.ts';

export function videoRequest(input: VideoInput, provider: Provider): UpstreamRequest {
  return peertubeRequest(provider, videoPath(input.id));
}

export function parseVideo(
  response: UpstreamResponse,
  input: VideoInput,
  provider: Provider,
): FoundRecord | Absent | AttemptFailure {
  const body = parseJson(response.body, input.wantsRaw);
  if (response.status !== 200) return classifyVideo(response, body, input);
  if (!isObject(body)) return unreadable(response);
  const names = [body.uuid, body.shortUUID, body.id].map(id);
  // An unlisted video opens for everyone who knows its id, but that does not allow us to publish it.
  return foundVideo(response, input.id, { raw: body, names }, wholeVideo(body, provider));
}

/** The long and the short form, as an instance writes them. */
const WRITTEN_ID = /^(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[1-9A-Za-z]{22})$/;

export const peertubeVideos: SeveralAtOnce<ParsedVideo> = {
  idsMax: PEERTUBE_PAGE_MAX,
  takes: (asked) => WRITTEN_ID.test(asked),
  request: ({ ids }, provider) => {
    const named = ids.map((one) => ['uuids[]', one]);
    // By default 15 results come, without sensitive ones. Either would make videos look missing.
    const query = new URLSearchParams([
      ...named,
      ['start', '0'],
      ['count', String(ids.length)],
      ['nsfw', 'both'],
    ]);
    return peertubeRequest(provider, `/search/videos?${query}`);
  },
  parse: (response, { ids, wantsRaw }, provider) => {
    const body = parseJson(response.body, wantsRaw);
    if (response.status !== 200) return classify(response, body);
    if (!isObject(body)) return unreadable(response);
    if (!Array.isArray(body.data)) return badResponse('the answer has no list');
    return foundVideos(response, ids, body.data, (record) => ({
      names: [id(record.uuid), id(record.shortUUID)],
      video: listedVideo(record, provider),
    }));
  },
};
