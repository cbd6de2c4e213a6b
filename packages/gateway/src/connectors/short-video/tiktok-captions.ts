// The captions of TikTok's videos, as sellers pass them on: in the app's form or in that of the web site. The files are WebVTT or SRT on
// TikTok's own hosts. TikTok's third format, in which creators edit captions, is left out: its form is not documented.
import { languageTag } from '../../domain/transcript/tracks.ts';
import type {
  Absent,
  AttemptFailure,
  FoundRecord,
  Parsed,
  Provider,
  TranscriptInput,
  TranscriptResult,
} from '../connector.ts';
import { looseFlag, text } from '../parsing/fields.ts';
import { array, type Json, object } from '../parsing/json.ts';
import { type ListedTrack, ofPublic, transcriptOf } from '../parsing/transcripts.ts';

const MISSING = ['license'];
const FORMATS = new Set(['webvtt', 'srt']);

/** What the sellers' transcripts of TikTok have in common. */
export const TIKTOK_TRANSCRIPT_PARTS = {
  platforms: ['tiktok'],
  fileHosts: () => ['*.tiktokcdn.com', '*.tiktokcdn-us.com', '*.tiktokcdn-eu.com', '*.tiktok.com'],
  missing: MISSING,
  cost: 1,
};

/** The wished captions of a video that was looked at first. */
export function tiktokTranscript(
  said: FoundRecord | Absent | AttemptFailure,
  input: TranscriptInput,
  provider: Provider,
): Parsed<TranscriptResult> {
  return ofPublic(said, ({ record: { id, license, language }, raw }) => {
    const video = { id, license, language, missing: MISSING };
    return transcriptOf(tiktokTracks(object(object(raw).video)), video, input, provider);
  });
}

/** `video` is that part of the platform's record. */
export function tiktokTracks({ cla_info, subtitleInfos }: Json): ListedTrack[] {
  const ofApp = array(object(cla_info).caption_infos).map(object).flatMap(appTrack);
  return ofApp.length > 0 ? ofApp : array(subtitleInfos).map(object).flatMap(webTrack);
}

function appTrack(raw: Json): ListedTrack[] {
  const url = text(raw.url);
  if (url === null || !FORMATS.has(text(raw.caption_format) ?? '')) return [];
  const isAutomatic = looseFlag(raw.is_auto_generated);
  const isOriginal = looseFlag(raw.is_original_caption);
  return [
    {
      language: languageTag(text(raw.language_code) ?? text(raw.lang)),
      kind: isAutomatic === null ? null : isAutomatic ? 'automatic' : 'human',
      ...(isOriginal !== null && { translated: !isOriginal }),
      url,
      raw,
    },
  ];
}

/** `ASR` is speech recognition. The meaning of other sources is not known. */
function webTrack(raw: Json): ListedTrack[] {
  const url = text(raw.Url);
  if (url === null || !FORMATS.has(text(raw.Format) ?? '')) return [];
  const isSpeech = raw.Source === 'ASR';
  return [
    {
      language: languageTag(text(raw.LanguageCodeName)),
      kind: isSpeech ? 'automatic' : null,
      ...(isSpeech && { translated: false }),
      url,
      raw,
    },
  ];
}
