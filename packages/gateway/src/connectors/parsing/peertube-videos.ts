// Owns the look-up of several videos of a PeerTube instance by their ids. It is a search without words: records come as a list has them,
// their text cut, and in an order of the instance's own. Must never send a number among the ids: one that is malformed spoils them all.
import type { ParsedVideo } from '../../domain/video.ts';
import type { SeveralAtOnce } from '../connector.ts';
import { badResponse, unreadable } from './failures.ts';
import { id } from './fields.ts';
import { isObject, parseJson } from './json.ts';
import { listedVideo } from './peertube.ts';
import { classify, PEERTUBE_PAGE_MAX, peertubeRequest } from './peertube-answers.ts';
import { foundVideos } from './several-videos.ts';

/** Long and short, as an instance writes them. */
const WRITTEN_ID = /^(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[1-9A-Za-z]{22})$/;

export const peertubeVideos: SeveralAtOnce<ParsedVideo> = {
  idsMax: PEERTUBE_PAGE_MAX,
  takes: (asked) => WRITTEN_ID.test(asked),
  request: ({ ids }, provider) => {
    const named = ids.map((one) => ['uuids[]', one]);
    // Without a count 15 come, and without the choice no sensitive ones: both would look like videos that are not there.
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
