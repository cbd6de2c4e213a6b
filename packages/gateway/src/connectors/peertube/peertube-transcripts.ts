// Transcripts of a PeerTube instance. It lists the captions of unlisted videos too, and gives every file to everyone who knows its name. So
// the video is looked up first, and only files from the list of a public video are fetched.
import { languageTag, TRACKS_MAX } from '../../domain/transcript/tracks.ts';
import type {
  Absent,
  AttemptFailure,
  ConnectorOperations,
  Parsed,
  Provider,
  TranscriptInput,
  TranscriptResult,
  UpstreamResponse,
} from '../connector.ts';
import { badResponse, unreadable } from '../parsing/failures.ts';
import { text } from '../parsing/fields.ts';
import { isObject, type Json, object, parseJson } from '../parsing/json.ts';
import {
  type ListedTrack,
  ofPublic,
  type TranscribedVideo,
  thenRead,
  transcriptOf,
} from '../parsing/transcripts.ts';
import { classifyVideo, peertubeRequest, videoPath } from './peertube-answers.ts';
import { publicHost } from './peertube-record.ts';
import { parseVideo, videoRequest } from './peertube-videos.ts';

/** An instance does not say whether a caption was translated by a machine. */
const MISSING = ['translated'];

export const peertubeTranscript: ConnectorOperations['transcript.get'] = {
  request: videoRequest,
  parse: (response, input, provider) =>
    ofPublic(parseVideo(response, input, provider), ({ record: { id, license, language } }) =>
      thenRead(peertubeRequest(provider, `${videoPath(id)}/captions`), (answer) =>
        chosenOf(answer, { id, license, language, missing: MISSING }, input, provider),
      ),
    ),
  fileHosts,
  missing: MISSING,
  cost: 1,
};

/** An instance asked at an inner address writes its public host into the addresses of files. */
function fileHosts(provider: Provider): string[] {
  const host = URL.parse(publicHost(provider) ?? '')?.host;
  return host === undefined ? [] : [host];
}

function chosenOf(
  response: UpstreamResponse,
  video: TranscribedVideo,
  input: TranscriptInput,
  provider: Provider,
): Parsed<TranscriptResult> {
  const body = parseJson(response.body, input.wantsRaw);
  if (response.status !== 200) return captionless(response, body, video);
  if (!isObject(body)) return unreadable(response);
  if (!Array.isArray(body.data)) return badResponse('the answer has no list of captions');
  const captions = body.data.slice(0, TRACKS_MAX).map(object);
  const tracks = captions.flatMap((caption) => listedTrack(caption, provider));
  if (captions.length > 0 && tracks.length === 0) return badResponse('no caption is readable');
  const chosen = transcriptOf(tracks, video, input, provider);
  if (chosen.kind !== 'follow_up' || isReachable(chosen.request.url, provider)) return chosen;
  // An object store, for example. That is for the operator to know; the instance is not at fault.
  return { ...badResponse("the file of the transcript is not on the instance's own host"), isOfInput: true };
}

/** The video was withdrawn or hidden since it was looked up. */
function captionless(
  response: UpstreamResponse,
  body: unknown,
  video: TranscribedVideo,
): Absent | AttemptFailure {
  const said = classifyVideo(response, body, video);
  return said.kind === 'absent' ? { ...said, what: 'video' } : said;
}

/** `fileUrl` has a host, and came with version 7.1; `captionPath` has none, and is null for files in an object store. */
function listedTrack(raw: Json, provider: Provider): ListedTrack[] {
  const whole = text(raw.fileUrl);
  const path = text(raw.captionPath);
  const file = whole !== null && isReachable(whole, provider) ? whole : (path ?? whole);
  if (file === null) return [];
  return [{ language: languageTag(text(object(raw.language).id)), kind: kindOf(raw), url: file, raw }];
}

/** Older instances do not say it. */
function kindOf({ automaticallyGenerated }: Json): ListedTrack['kind'] {
  if (typeof automaticallyGenerated !== 'boolean') return null;
  return automaticallyGenerated ? 'automatic' : 'human';
}

function isReachable(file: string, provider: Provider): boolean {
  const own = URL.parse(provider.baseUrl ?? '');
  const at = URL.parse(file, provider.baseUrl ?? undefined);
  if (at === null || own === null) return false;
  if (at.origin === own.origin) return true;
  return fileHosts(provider).includes(at.host) && (at.protocol === 'https:' || at.protocol === own.protocol);
}
