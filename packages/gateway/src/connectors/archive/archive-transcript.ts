// The captions of an item of the Internet Archive: files beside the film that the uploader sent, or that the Archive's speech recognition
// wrote. Names of files are all that tells a language, and which of several films a file belongs to.
import { languageTag } from '../../domain/transcript/tracks.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type {
  Absent,
  FoundRecord,
  Lookup,
  Parsed,
  Provider,
  Transcribing,
  TranscriptInput,
  TranscriptResult,
  VideoInput,
} from '../connector.ts';
import { looseFlag, segment, text } from '../parsing/fields.ts';
import { array, type Json, object } from '../parsing/json.ts';
import { type ListedTrack, ofPublic, transcriptOf } from '../parsing/transcripts.ts';
import { filmOf, stemOf } from './archive-files.ts';

const MISSING = ['translated'];
/** A file is asked for at the Archive, which redirects to the machine that has it. */
const FILE_HOSTS = ['*.archive.org'];
const CAPTIONS = /\.(?:vtt|srt)$/i;
/** `cats.asr.srt` is written by the Archive's speech recognition. */
const RECOGNISED = /\.asr$/i;

/** `item` looks the item up: a missing one has no transcript. */
export function archiveTranscript(item: Lookup<VideoInput, ParsedVideo>, site: string): Transcribing {
  return {
    request: item.request,
    parse: (response, input, provider) =>
      transcriptIn(item.parse(response, input, provider), input, provider, site),
    fileHosts: () => FILE_HOSTS,
    missing: MISSING,
    cost: 1,
  };
}

function transcriptIn(
  said: Parsed<FoundRecord<ParsedVideo> | Absent>,
  input: TranscriptInput,
  provider: Provider,
  site: string,
): Parsed<TranscriptResult> {
  if (said.kind === 'follow_up')
    return { ...said, parse: (answer) => transcriptIn(said.parse(answer), input, provider, site) };
  return ofPublic(said, ({ record: { id, license, language }, raw }) => {
    const place = `${provider.baseUrl ?? site}/download/${segment(id)}`;
    const tracks = archiveTracks(object(raw), language).map((track) => ({
      ...track,
      url: `${place}/${track.name.split('/').map(segment).join('/')}`,
    }));
    return transcriptOf(tracks, { id, license, language, missing: MISSING }, input, provider);
  });
}

interface CaptionFile extends Omit<ListedTrack, 'url'> {
  /** Its name within the item. */
  name: string;
}

/**
 * The captions of the film that gives the record its duration: an item may hold a whole series. Files that the Archive does not give to
 * everybody are left out.
 */
export function archiveTracks(item: Json, spoken: string | null): CaptionFile[] {
  const files = array(item.files).map(object);
  const film = filmOf(files);
  return files.flatMap((raw): CaptionFile[] => {
    const name = text(raw.name);
    if (name === null || !CAPTIONS.test(name) || looseFlag(raw.private) === true) return [];
    if (film !== null && !belongs(raw, name, film)) return [];
    const stem = stemOf(name);
    // Speech recognition writes in the language that is spoken.
    if (RECOGNISED.test(stem)) return [{ language: spoken, kind: 'automatic', name, raw }];
    return [{ language: languageIn(stem), kind: null, name, raw }];
  });
}

/** A file that was made from another one names it. */
function belongs({ original }: Json, name: string, film: string): boolean {
  return original === film || name.startsWith(`${stemOf(film)}.`);
}

/** `cats.en-GB` of `cats.en-GB.vtt`, as downloaders write it. */
function languageIn(stem: string): string | null {
  const at = stem.lastIndexOf('.');
  return at === -1 ? null : languageTag(stem.slice(at + 1));
}
