// Subtitles of Dailymotion. The video is looked up first: only files from the list of a public video are fetched.
import { languageTag } from '../../domain/transcript/tracks.ts';
import type {
  Absent,
  ConnectorOperations,
  FoundRecord,
  Parsed,
  Provider,
  TranscriptInput,
  TranscriptResult,
  UpstreamResponse,
} from '../connector.ts';
import { badResponse, unreadable, withoutReason } from '../parsing/failures.ts';
import { segment, text } from '../parsing/fields.ts';
import { isObject, type Json, object, parseJson } from '../parsing/json.ts';
import {
  type ListedTrack,
  ofPublic,
  type TranscribedVideo,
  thenRead,
  transcriptOf,
} from '../parsing/transcripts.ts';
import type { DailymotionApi } from './dailymotion-authors.ts';
import { absentVideo } from './dailymotion-record.ts';

/** It does not say whether a person wrote a track. */
const MISSING = ['kind', 'translated', 'license'];
/** Where the platform keeps its files, such as `static2.dmcdn.net`. */
const FILES = 'dmcdn.net';
const FIELDS = 'id,language,url';
/** The most of one page; no video has as many languages. */
const TRACKS_ASKED = '100';

export function dailymotionTranscript(api: DailymotionApi): ConnectorOperations['transcript.get'] {
  return {
    request: (input, provider) => api.videoRequest(input, provider, [...api.coreFields, ...api.moreFields]),
    parse: (response, input, provider) =>
      afterVideo(api.parseVideo(response, input, provider), (found) => listing(api, found, input, provider)),
    fileHosts: () => [`*.${FILES}`],
    missing: MISSING,
    cost: 1,
  };
}

/** The look-up of the video may take a second request. */
function afterVideo(
  said: Parsed<FoundRecord | Absent>,
  next: (found: FoundRecord) => Parsed<TranscriptResult>,
): Parsed<TranscriptResult> {
  if (said.kind !== 'follow_up') return ofPublic(said, next);
  return { ...said, parse: (answer) => afterVideo(said.parse(answer), next) };
}

function listing(
  api: DailymotionApi,
  { record: { id, license, language } }: FoundRecord,
  input: TranscriptInput,
  provider: Provider,
): Parsed<TranscriptResult> {
  const query = { fields: FIELDS, limit: TRACKS_ASKED };
  return thenRead(api.get(provider, `/video/${segment(id)}/subtitles`, query), (answer) =>
    chosenOf(api, answer, { id, license, language, missing: MISSING }, input, provider),
  );
}

function chosenOf(
  api: DailymotionApi,
  response: UpstreamResponse,
  video: TranscribedVideo,
  input: TranscriptInput,
  provider: Provider,
): Parsed<TranscriptResult> {
  const body = parseJson(response.body, input.wantsRaw);
  const { error } = object(body);
  if (error !== undefined) {
    const missing = absentVideo(body);
    return missing === null ? api.classify(response, object(error)) : { ...missing, what: 'video' };
  }
  if (response.status !== 200) return withoutReason(response);
  if (!isObject(body)) return unreadable(response);
  if (!Array.isArray(body.list)) return badResponse('the answer has no list of subtitles');
  const tracks = body.list.map(object).flatMap(listedTrack);
  if (body.list.length > 0 && tracks.length === 0) return badResponse('no subtitle is readable');
  return transcriptOf(tracks, video, input, provider);
}

function listedTrack(raw: Json): ListedTrack[] {
  const file = text(raw.url);
  if (file === null) return [];
  return [{ language: languageTag(text(raw.language)), kind: null, url: overHttps(file), raw }];
}

/** Older addresses of its files have no `s`; the same files come over https. */
function overHttps(file: string): string {
  const url = URL.parse(file);
  const isTheirs = url?.hostname.endsWith(`.${FILES}`) === true;
  return isTheirs ? file.replace(/^http:/i, 'https:') : file;
}
