// The transcripts of a video as files give them: subtitle files beside a downloader's .info.json, captions inside the record, or the
// library's own export. A transcript that cannot be used is left out with its reason; it never makes the record of its video invalid.
import { hash } from 'node:crypto';
import { TRACK_BYTES_MAX } from '../../domain/limits.ts';
import { readCaptions } from '../../domain/transcript/read-captions.ts';
import { languageTag, TRACK_KINDS } from '../../domain/transcript/tracks.ts';
import { Fields, isSourceRecord, type SourceRecord } from '../fields.ts';
import { NAME_CHARS_MAX, RECORD_TRACKS_MAX, TRACKS_BYTES_MAX } from '../limits.ts';
import type { LibraryTrack } from '../record.ts';

/** A subtitle file beside the record: `Title [id].en.vtt`. */
export interface SubtitleFile {
  name: string;
  /** The part of its name that says the language: `en`, `en-orig`. */
  tag: string;
  content: string;
}

export interface ReadTracks {
  listed: LibraryTrack[];
  /** WebVTT or SRT as it came, in the sequence of `listed`. */
  contents: string[];
  problems: string[];
  /** Whether the file says which transcripts there are. An empty list in the library's own form says that there are none. */
  isSaid: boolean;
}

interface Candidate extends Omit<LibraryTrack, 'digest'> {
  /** For problems. */
  name: string;
  content: unknown;
}

export function readTracks(source: SourceRecord, files: readonly SubtitleFile[]): ReadTracks {
  const read: ReadTracks = { listed: [], contents: [], problems: [], isSaid: false };
  const seen = new Set<string>();
  let bytes = 0;
  for (const { name, content, ...about } of [
    ...exported(source, read.problems),
    ...beside(source, files),
    ...inline(source),
  ]) {
    const key = JSON.stringify(about);
    if (seen.has(key)) continue;
    const problem = problemOf(content, bytes, read.listed.length);
    if (problem !== null) read.problems.push(`${name}: ${problem}`);
    else {
      const text = (content as string).replaceAll('\0', '\ufffd').toWellFormed();
      bytes += Buffer.byteLength(text);
      seen.add(key);
      read.listed.push({ ...about, digest: digestOf(text) });
      read.contents.push(text);
    }
  }
  if (source.transcripts !== undefined && source.transcripts !== null && !Array.isArray(source.transcripts))
    read.problems.push('transcripts must be a list');
  const isEmptyList = Array.isArray(source.transcripts) && source.transcripts.length === 0;
  return { ...read, isSaid: read.listed.length > 0 || isEmptyList };
}

/** The problem of a transcript that comes after others that are large. */
export const NO_ROOM = `does not fit into the ${TRACKS_BYTES_MAX} bytes that the transcripts of one video may have`;

const DIGEST_CHARS = 16;

function digestOf(content: string): string {
  return hash('sha256', content, 'base64url').slice(0, DIGEST_CHARS);
}

function problemOf(content: unknown, bytesBefore: number, tracksBefore: number): string | null {
  if (typeof content !== 'string') return 'is no text';
  const bytes = Buffer.byteLength(content);
  if (bytes > TRACK_BYTES_MAX) return `is larger than ${TRACK_BYTES_MAX} bytes`;
  if (tracksBefore >= RECORD_TRACKS_MAX) return `is one of more than ${RECORD_TRACKS_MAX} transcripts`;
  if (bytesBefore + bytes > TRACKS_BYTES_MAX) return NO_ROOM;
  const captions = readCaptions(content);
  return captions === null || captions.cues.length === 0 ? 'has no captions in WebVTT or SRT' : null;
}

/** As `library export` writes them. */
function exported({ transcripts }: SourceRecord, problems: string[]): Candidate[] {
  if (!Array.isArray(transcripts)) return [];
  return (transcripts as unknown[]).map((given, i) => {
    const one = new Fields(isSourceRecord(given) ? given : {});
    const name = `transcript ${i + 1}`;
    const language = languageTag(one.text(NAME_CHARS_MAX, 'language') ?? null);
    if (language === null && one.find('language') !== null) one.fail('language is no tag such as en-GB');
    const about = { language: language ?? undefined, kind: one.word('kind', TRACK_KINDS) };
    const translated = one.flag('translated') === true ? true : undefined;
    problems.push(...one.problems.map((problem) => `${name}: ${problem}`));
    return { name, ...about, translated, content: one.find('text')?.value };
  });
}

function beside(source: SourceRecord, files: readonly SubtitleFile[]): Candidate[] {
  const captions = captionsOf(source);
  return files.map(({ name, tag, content }) => ({ name, ...aboutTag(captions, tag), content }));
}

const INLINE = ['vtt', 'srt'];

/** Some extractors put the whole text into the record. */
function inline(source: SourceRecord): Candidate[] {
  const captions = captionsOf(source);
  return [source.subtitles, source.automatic_captions].filter(isSourceRecord).flatMap((byTag) =>
    Object.entries(byTag).flatMap(([tag, forms]) => {
      const form = (Array.isArray(forms) ? forms : []).find(
        (one: unknown) =>
          isSourceRecord(one) && INLINE.includes(String(one.ext)) && typeof one.data === 'string',
      );
      return form === undefined
        ? []
        : [{ name: `captions ${tag}`, ...aboutTag(captions, tag), content: form.data }];
    }),
  );
}

const ORIGINAL = /-orig$/;

/** What a record says about its captions, looked through once: it may list many thousand languages. */
interface Captions {
  human: Record<string, unknown>;
  automatic: Record<string, unknown>;
  /** The names that end with `-orig`. */
  recognised: ReadonlySet<string>;
}

function captionsOf({ subtitles, automatic_captions: listed }: SourceRecord): Captions {
  const automatic = isSourceRecord(listed) ? listed : {};
  const recognised = new Set(Object.keys(automatic).filter((one) => ORIGINAL.test(one)));
  return { human: isSourceRecord(subtitles) ? subtitles : {}, automatic, recognised };
}

/**
 * What yt-dlp says about a language: captions that it found in `subtitles` were written by a person. Of the automatic ones, `en-orig` is
 * what was recognised, and languages without such a name are translations of it.
 */
function aboutTag(
  { human, automatic, recognised }: Captions,
  tag: string,
): Pick<LibraryTrack, 'language' | 'kind' | 'translated'> {
  const plain = tag.replace(ORIGINAL, '');
  const isHuman = Object.hasOwn(human, tag);
  const isAutomatic = ORIGINAL.test(tag) || Object.hasOwn(automatic, tag);
  const isTranslated = isAutomatic && recognised.size > 0 && !recognised.has(`${plain}-orig`);
  return {
    // Named tracks of YouTube have a part of their own: `en-uYU-mmqFLq8`.
    language: languageTag(plain) ?? languageTag(plain.split('-')[0] ?? null) ?? undefined,
    kind: isHuman ? 'human' : isAutomatic ? 'automatic' : undefined,
    translated: !isHuman && isTranslated ? true : undefined,
  };
}
