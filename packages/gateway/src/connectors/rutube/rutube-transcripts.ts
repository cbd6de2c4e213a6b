// Subtitles of Rutube, as the options of its player list them. The video is looked up first: only files of a public video are fetched.
import { languageTag } from '../../domain/transcript/tracks.ts';
import type {
  Absent,
  AttemptFailure,
  ConnectorOperations,
  FoundRecord,
  Provider,
  UpstreamRequest,
  UpstreamResponse,
  VideoInput,
} from '../connector.ts';
import { badResponse, unreadable, withoutReason } from '../parsing/failures.ts';
import { segment, text } from '../parsing/fields.ts';
import { isObject, type Json, object, parseJson } from '../parsing/json.ts';
import { type ListedTrack, ofPublic, thenRead, transcriptOf } from '../parsing/transcripts.ts';
import { isRutubeUnknown } from './rutube-record.ts';

/** It does not say whether a person wrote a track. */
const MISSING = ['kind', 'translated', 'license'];

interface RutubeApi {
  get(path: string, query: Record<string, string>, provider: Provider): UpstreamRequest;
  videoRequest(input: VideoInput, provider: Provider): UpstreamRequest;
  parseVideo(response: UpstreamResponse, input: VideoInput): FoundRecord | Absent | AttemptFailure;
}

export function rutubeTranscript(api: RutubeApi): ConnectorOperations['transcript.get'] {
  return {
    request: api.videoRequest,
    parse: (response, input, provider) =>
      ofPublic(api.parseVideo(response, input), ({ record: { id, license, language } }) =>
        thenRead(api.get(`play/options/${segment(id)}`, {}, provider), (answer) => {
          const listed = tracksOf(answer, input.wantsRaw);
          if ('kind' in listed) return listed;
          return transcriptOf(listed, { id, license, language, missing: MISSING }, input, provider);
        }),
      ),
    // No document names the host of the files.
    fileHosts: () => ['*.rutube.ru'],
    missing: MISSING,
    cost: 1,
  };
}

/** The player of a video without subtitles has no list of them, or an empty one. */
function tracksOf(response: UpstreamResponse, wantsRaw: boolean): ListedTrack[] | Absent | AttemptFailure {
  if (isRutubeUnknown(response)) return { kind: 'absent', reason: 'unknown', what: 'video' };
  if (response.status !== 200) return withoutReason(response);
  const body = parseJson(response.body, wantsRaw);
  if (!isObject(body)) return unreadable(response);
  // What the player needs besides; another object says nothing about subtitles.
  if (text(body.effective_video) === null && !Array.isArray(body.captions))
    return badResponse('the answer has no options of a player');
  const captions = Array.isArray(body.captions) ? body.captions : [];
  const tracks = captions.map(object).flatMap(listedTrack);
  return captions.length > 0 && tracks.length === 0 ? badResponse('no subtitle is readable') : tracks;
}

/** Its clients take a track without a code for Russian; here its language is unknown. */
function listedTrack(raw: Json): ListedTrack[] {
  const file = text(raw.file);
  return file === null ? [] : [{ language: languageTag(text(raw.code)), kind: null, url: file, raw }];
}
