// From the tracks that a platform lists to one transcript: the track is chosen, its file is fetched as a follow-up of the same attempt and
// read. A connector lists the tracks of a video that it has seen to be public, and these functions do the rest.
import type { Cue } from '../../domain/transcript/cue.ts';
import { readCaptions } from '../../domain/transcript/read-captions.ts';
import type { ParsedTranscript } from '../../domain/transcript/record.ts';
import {
  type ChoosableTrack,
  chooseTrack,
  type LanguageMatch,
  listedTracks,
  type Track,
  type TranscriptReason,
} from '../../domain/transcript/tracks.ts';
import { textOf } from '../../domain/transcript/write-captions.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type {
  Absent,
  AttemptFailure,
  FollowUp,
  FoundRecord,
  NoTranscript,
  Parsed,
  Provider,
  TranscriptInput,
  TranscriptResult,
  UpstreamRequest,
  UpstreamResponse,
} from '../connector.ts';
import { badResponse, isWebPage, unreadable, withoutReason } from './failures.ts';
import { parseJson } from './json.ts';

/** A track as the platform lists it. */
export interface ListedTrack extends ChoosableTrack {
  /** Where its file is: an address, or a path on the provider's own host. */
  url: string;
  /** The platform's own record of the track. */
  raw: unknown;
}

/** What is known about the video besides its tracks. */
export interface TranscribedVideo {
  id: string;
  license: ParsedTranscript['license'];
  /** The language of the video, if known. It decides when the caller names no language. */
  language?: string | null;
  /** Fields of a transcript that this platform never gives. */
  missing: readonly string[];
}

/** The words of a track: with times, or as plain text. */
export type TrackContent = { cues: Cue[]; rolledUp: boolean } | { text: string };

/** Reads the file of a track; null when it is not in the expected form. */
export type ReadTrack = (body: string) => TrackContent | null;

/** The video was looked at first: a missing one has no transcript, and one that is not public must not give its words away. */
export function ofPublic(
  said: FoundRecord<ParsedVideo> | Absent | AttemptFailure,
  next: (found: FoundRecord<ParsedVideo>) => Parsed<TranscriptResult>,
): Parsed<TranscriptResult> {
  if (said.kind === 'absent') return { ...said, what: 'video' };
  return said.kind === 'record' ? next(said) : said;
}

/** One more exchange, for platforms that list the tracks apart from the video. */
export function thenRead(
  request: UpstreamRequest,
  read: (response: UpstreamResponse) => Parsed<TranscriptResult>,
): FollowUp<TranscriptResult> {
  return {
    kind: 'follow_up',
    request,
    parse: (answer) => (answer.kind === 'response' ? read(answer) : answer),
  };
}

/** The wished track of the list: its file is fetched and read, or the reason why there is none. */
export function transcriptOf(
  tracks: readonly ListedTrack[],
  video: TranscribedVideo,
  input: TranscriptInput,
  provider: Provider,
  read: ReadTrack = readCaptions,
): Parsed<TranscriptResult> {
  const choice = wishedTrack(tracks, video, input);
  if (choice.kind !== 'chosen') return noTranscript(choice.reason, tracks);
  const { track, match } = choice;
  const url = URL.parse(track.url, provider.baseUrl ?? undefined);
  if (url === null) return badResponse('the file of a track has no address');
  const { parse, ...file } = thenRead(
    fileRequest(url.href, track.language ?? video.language ?? null, provider),
    (response) => {
      if (response.status !== 200) return withoutReason(response);
      const content = read(response.body);
      if (content === null)
        return isWebPage(response) ? unreadable(response) : badResponse('the file of a track is unreadable');
      const found = foundTranscript(content, { track, match, tracks }, video);
      return found.kind === 'record' ? { ...found, body: asJson(response.body) } : found;
    },
  );
  return { ...file, parse: (answer) => ofThisFile(parse(answer)) };
}

/**
 * One file that is too large, refused or unreadable says nothing about the provider, which has just described the video. Else a caller who
 * asks for it again and again would turn all accounts away from that provider, for nothing.
 */
function ofThisFile(said: Parsed<TranscriptResult>): Parsed<TranscriptResult> {
  return said.kind === 'bad_response' || said.kind === 'refused' ? { ...said, isOfInput: true } : said;
}

/** For platforms that send the words with the list: the same choice, without a further exchange. */
export function wishedTrack<T extends ChoosableTrack>(
  tracks: readonly T[],
  { language: own = null }: TranscribedVideo,
  { language, kind = 'any' }: TranscriptInput,
) {
  return chooseTrack(tracks, { languages: language?.split(',') ?? [], kind, own });
}

export function noTranscript(reason: TranscriptReason, tracks: readonly Track[] = []): NoTranscript {
  return { kind: 'absent', what: 'transcript', reason, tracks: listedTracks(tracks) };
}

export interface ChosenTrack {
  track: ChoosableTrack & { raw: unknown };
  match: LanguageMatch;
  /** All tracks of the video. */
  tracks: readonly Track[];
}

/** A file without words is not sold. */
export function foundTranscript(
  content: TrackContent,
  { track, match, tracks }: ChosenTrack,
  { id, license, missing }: TranscribedVideo,
): FoundRecord<ParsedTranscript> | NoTranscript {
  const isTimed = 'cues' in content;
  const text = isTimed ? textOf(content.cues) : content.text;
  if (text.trim() === '') return noTranscript('none', tracks);
  const record: ParsedTranscript = {
    id,
    language: track.language,
    language_match: match,
    kind: track.kind,
    translated: track.translated ?? null,
    timed: isTimed,
    rolled_up: isTimed && content.rolledUp,
    cues: isTimed ? content.cues.map(cueView) : [],
    text,
    tracks: listedTracks(tracks),
    license,
    missing: missing as string[],
  };
  return { kind: 'record', record, raw: track.raw };
}

const cueView = ({ startMs, endMs, text }: Cue) => ({ start_ms: startMs, end_ms: endMs, text });

/** Sends no credential: the file may be on another host. */
function fileRequest(url: string, language: string | null, { userAgent }: Provider): UpstreamRequest {
  const headers = { accept: 'text/vtt, application/x-subrip, */*;q=0.5', 'user-agent': userAgent };
  return { method: 'GET', url, headers, isFile: true, language };
}

/** Group u2 gives the file as it was sent: JSON as it is, any other text as a JSON string. */
function asJson(body: string): string {
  return parseJson(body, false) === undefined ? JSON.stringify(body) : body;
}
