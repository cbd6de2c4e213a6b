// The text tracks of a video at Vimeo. Vimeo lists them to the owner of the video alone, so a token gives transcripts of its own account's
// videos; for all others Vimeo's refusal is passed on, and never taken for a video without a transcript.

import { languageTag } from '../../domain/transcript/tracks.ts';
import type {
  AttemptFailure,
  ConnectorOperations,
  FoundRecord,
  Parsed,
  Provider,
  TranscriptInput,
  TranscriptResult,
  UpstreamResponse,
} from '../connector.ts';
import { failed, unreadable } from '../parsing/failures.ts';
import { count, text } from '../parsing/fields.ts';
import { isObject, type Json, object, parseJson } from '../parsing/json.ts';
import { type ListedTrack, noTranscript, ofPublic, thenRead, transcriptOf } from '../parsing/transcripts.ts';
import { VIMEO_PAGE_MAX, type VimeoApi, vimeoPath } from './vimeo-lists.ts';

const MISSING = ['license.url', 'translated'];
const TRACK_FIELDS = 'uri,active,type,language,name,link';
/** Other types are chapters and notes for programs. */
const SPOKEN = ['captions', 'subtitles'];
/** `en-x-autogen` is a track that Vimeo's speech recognition or translation made. */
const AUTOMATIC = /-x-autogen$/i;

export function vimeoTranscript(api: VimeoApi): ConnectorOperations['transcript.get'] {
  return {
    request: ({ id }, provider) => api.videoRequest(id, provider),
    parse: (response, input, provider) =>
      ofPublic(api.parseVideo(response, input), (video) => afterVideo(api, video, input, provider)),
    fileHosts: () => ['captions.cloud.vimeo.com', 'captions.vimeo.com'],
    missing: MISSING,
    cost: 1,
  };
}

function afterVideo(
  api: VimeoApi,
  { record, raw }: FoundRecord,
  input: TranscriptInput,
  provider: Provider,
): Parsed<TranscriptResult> {
  const { texttracks } = object(object(object(raw).metadata).connections);
  if (count(object(texttracks).total) === 0) return noTranscript('none');
  const query = new URLSearchParams({ per_page: String(VIMEO_PAGE_MAX), fields: TRACK_FIELDS });
  const request = api.get(provider, `${vimeoPath(input.id)}/texttracks`, query);
  return thenRead(request, (answer) => {
    const tracks = listedIn(api, answer);
    if ('kind' in tracks) return tracks;
    const { id, license, language } = record;
    return transcriptOf(tracks, { id, license, language, missing: MISSING }, input, provider);
  });
}

/** A list without tracks proves nothing either: the video said that it has some, or said nothing. */
function listedIn(api: VimeoApi, response: UpstreamResponse): ListedTrack[] | AttemptFailure {
  if (response.status === 403 || response.status === 404) return forItsOwner();
  if (response.status !== 200) return api.classify(response, 1);
  const body = parseJson(response.body, false);
  if (!isObject(body) || !Array.isArray(body.data)) return unreadable(response);
  return body.data.length === 0 ? forItsOwner() : body.data.map(object).flatMap(toTrack);
}

/** Callers choose the video, so this does not count against the provider's health. */
const forItsOwner = (): AttemptFailure => ({
  ...failed('refused', 'Vimeo lists the tracks of a video to its owner alone'),
  isOfInput: true,
});

/** A track that is not active is one that viewers do not see. */
function toTrack(raw: Json): ListedTrack[] {
  const link = text(raw.link);
  const language = text(raw.language);
  if (link === null || raw.active === false || !SPOKEN.includes(text(raw.type) ?? 'captions')) return [];
  const kind = AUTOMATIC.test(language ?? '') ? 'automatic' : 'human';
  return [{ language: languageTag(language?.replace(AUTOMATIC, '') ?? null), kind, url: link, raw }];
}
