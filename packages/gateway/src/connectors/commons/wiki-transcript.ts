// The subtitles of a file on a MediaWiki. Its extension TimedMediaHandler lists them with the file; each is a page that people write, and
// the wiki itself gives its text as WebVTT.
import { languageTag } from '../../domain/transcript/tracks.ts';
import type { Provider, Transcribing, UpstreamRequest, UpstreamResponse } from '../connector.ts';
import type { Readable } from '../parsing/blank-records.ts';
import { badResponse } from '../parsing/failures.ts';
import { text } from '../parsing/fields.ts';
import { array, type Json, object, parseJson, writeJson } from '../parsing/json.ts';
import { type ListedTrack, noTranscript, ofPublic, transcriptOf } from '../parsing/transcripts.ts';
import { parseWikiFile } from './wiki-lookup.ts';

/** Whether a person or a machine wrote a track, or translated it, is not said. */
const MISSING = ['kind', 'translated'];
const CAPTION_TYPES = ['text/vtt', 'text/x-srt'];

export function wikiTranscript(
  request: (id: string, provider: Provider) => UpstreamRequest,
  toVideo: (page: Json, provider: Provider) => Readable,
): Transcribing {
  return {
    request: ({ id }, provider) => request(id, provider),
    parse: (response, input, provider) =>
      ofPublic(
        parseWikiFile(response, input, (page) => toVideo(page, provider)),
        ({ record: { id, license }, raw }) => {
          const tracks = wikiTracks(object(raw));
          if (tracks !== null)
            return transcriptOf(tracks, { id, license, missing: MISSING }, input, provider);
          return hasNoPlayer(response)
            ? noTranscript('none')
            : badResponse('the answer does not list the subtitles');
        },
      ),
    missing: MISSING,
    cost: 1,
  };
}

/** null when the answer does not list them. */
export function wikiTracks(page: Json): ListedTrack[] | null {
  const { timedtext } = object(array(page.videoinfo)[0]);
  return Array.isArray(timedtext) ? timedtext.map(object).flatMap(toTrack) : null;
}

function toTrack(raw: Json): ListedTrack[] {
  const file = text(raw.src);
  if (file === null || !CAPTION_TYPES.includes(text(raw.type) ?? '')) return [];
  return [{ language: languageTag(text(raw.srclang)), kind: null, url: file, raw }];
}

/** A wiki without the extension warns that it does not know the property; then its files have no subtitles. */
function hasNoPlayer({ body }: UpstreamResponse): boolean {
  const { warnings } = object(parseJson(body, false));
  return warnings !== undefined && writeJson(warnings).includes('videoinfo');
}
