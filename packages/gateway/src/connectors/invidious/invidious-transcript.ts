// The transcripts of an Invidious. Its answer about a video lists the tracks, and the instance itself gives their files as WebVTT.
import { languageTag } from '../../domain/transcript/tracks.ts';
import type {
  Absent,
  AttemptFailure,
  FoundRecord,
  Provider,
  Transcribing,
  UpstreamResponse,
  VideoInput,
} from '../connector.ts';
import { badResponse } from '../parsing/failures.ts';
import { segment, text } from '../parsing/fields.ts';
import { type Json, object } from '../parsing/json.ts';
import { type ListedTrack, ofPublic, transcriptOf } from '../parsing/transcripts.ts';
import { invidiousRequest } from './invidious-api.ts';

const MISSING = ['license'];

/** An instance tells what a machine wrote by the words that YouTube puts behind the language. */
const AUTOMATIC = /\bauto-generated\b/i;

/** null when the answer has no list. A track without an address cannot be fetched. */
export function invidiousTracks({ captions }: Json): ListedTrack[] | null {
  if (!Array.isArray(captions)) return null;
  return captions.flatMap((raw) => {
    const { label, language_code, languageCode, url } = object(raw);
    const address = text(url);
    if (address === null) return [];
    const kind = AUTOMATIC.test(text(label) ?? '') ? 'automatic' : 'human';
    // The documents write `languageCode`, instances `language_code`.
    const language = languageTag(text(language_code) ?? text(languageCode));
    return [{ language, kind, translated: false, url: address, raw }];
  });
}

type ReadVideo = (
  response: UpstreamResponse,
  input: VideoInput,
  provider: Provider,
) => FoundRecord | Absent | AttemptFailure;

/** `readVideo` is that of `video.get`: it tells whether the video is public. */
export function invidiousTranscript(readVideo: ReadVideo): Transcribing {
  return {
    request: ({ id }, provider) => invidiousRequest(provider, `videos/${segment(id)}`),
    parse: (response, input, provider) =>
      ofPublic(readVideo(response, input, provider), ({ record: { id }, raw }) => {
        const tracks = invidiousTracks(object(raw));
        if (tracks === null) return badResponse('the answer has no list of captions');
        return transcriptOf(tracks, { id, license: null, missing: MISSING }, input, provider);
      }),
    missing: MISSING,
    cost: 1,
  };
}
