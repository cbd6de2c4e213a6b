// The operation `transcript.get`: what is said in a video, in a wished language. It reads and checks input and does nothing else.
import { type Failure, invalid, isFailure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { readLanguage } from '../domain/text/language.ts';
import { type ParsedTranscript, Transcript } from '../domain/transcript/record.ts';
import { KIND_WISHES, LANGUAGE_WISHES_MAX } from '../domain/transcript/tracks.ts';
import { unknownParameters } from '../domain/unknown-parameters.ts';
import type { Asked, RecordForm, RecordOperation } from './operation.ts';
import { maxAgeParameter, readMaxAge, readVideoId, VIDEO_BY_ADDRESS, videoParameters } from './parameters.ts';
import { nativeRecordOf, recordOf } from './record-answer.ts';
import { shownTranscript } from './transcript-answer.ts';
import { FORMAT_TYPES, readFormat, TRANSCRIPT_FORMATS } from './transcript-format.ts';

const seconds = (description: string) =>
  Type.Optional(Type.Number({ minimum: 0, maximum: 999_999.999, description, examples: [90] }));

const TranscriptQuery = Type.Object({
  ...videoParameters,
  language: Type.Optional(
    Type.String({
      minLength: 1,
      description: `Wished languages in order of preference, separated by commas: at most ${LANGUAGE_WISHES_MAX}, each as BCP 47 writes it. A plain language also finds its varieties: \`en\` finds \`en-GB\` when there is no \`en\`, and the answer says so.`,
      examples: ['en,de'],
    }),
  ),
  kind: Type.Optional(
    Type.Enum([...KIND_WISHES], {
      default: 'any',
      description: 'Written by a person, or by speech recognition. `any` prefers a person.',
    }),
  ),
  format: Type.Optional(
    Type.Enum([...TRANSCRIPT_FORMATS], {
      default: 'json',
      description:
        'Other formats than `json` answer with that media type and with the receipt in the header `X-Receipt`; only in group u1.',
    }),
  ),
  from: seconds('Only cues that end after this second. Only in group u1.'),
  to: seconds('Only cues that begin before this second. Only in group u1.'),
  max_age: maxAgeParameter,
});

const PARAMETERS: ReadonlySet<string> = new Set(Object.keys(TranscriptQuery.properties));

const NOT_CHARGED =
  'A video without such a transcript is 404 `TRANSCRIPT_NOT_FOUND` and costs nothing; `reason` says why, and `tracks` lists those that exist. ' +
  'The same transcript in another format, or another part of it, comes from the cache as long as that keeps it.';

const ask = {
  id: Type.String(),
  language: Type.Optional(Type.String()),
  kind: Type.Optional(Type.Enum([...KIND_WISHES])),
};

const transcriptRecord: RecordForm = {
  kind: 'transcript',
  schema: 'reelgate.transcript.v1',
  item({ platform, source }, parsed): Transcript {
    const { id, ...rest } = parsed as ParsedTranscript;
    return { platform, video_id: id, ...rest, source: source as Transcript['source'] };
  },
  things: ({ id }) => [['video', id]],
};

export const transcriptGet: RecordOperation = {
  name: 'transcript.get',
  actions: {
    get_transcript_v2: {
      variant: 'stable',
      operationId: 'getTranscript',
      summary: 'The transcript of a video (stable)',
      description: `When a provider of the platform fails, the next one is asked. ${NOT_CHARGED}`,
      firstPrice: '0.008',
    },
    get_transcript: {
      variant: 'economy',
      operationId: 'getTranscriptEconomy',
      summary: 'The transcript of a video (economy)',
      description: `One provider, one attempt, at a lower price. ${NOT_CHARGED}`,
      firstPrice: '0.004',
    },
  },
  tag: 'Transcripts',
  unit: 'call',
  shape: 'record',
  query: TranscriptQuery,
  byAddress: VIDEO_BY_ADDRESS,
  answers: {
    u1: recordOf(ask, Transcript, {
      $id: 'TranscriptAnswer',
      description: 'One unified record (group u1).',
    }),
    u2: nativeRecordOf(ask, {
      $id: 'NativeTranscriptAnswer',
      description:
        "The track as the platform sent it (group u2): JSON as it is, any other file as one text. Where the words come with the video, the platform's whole answer.",
    }),
  },
  formats: Object.values(FORMAT_TYPES),
  present: shownTranscript,
  record: transcriptRecord,
  failures: ['VIDEO_NOT_FOUND', 'TRANSCRIPT_NOT_FOUND'],
  method: 'transcripts.get',
  sample: { id: 'sample-en-01', language: 'en,de' },
  tool: {
    name: 'get_transcript',
    title: 'What is said in a video',
    description:
      'The words of a video with their times, in a wished language. Long ones come in parts: the rest of a paid ' +
      'transcript is free, with `skip`, or from `around` a moment. One that is not there costs nothing, and its error lists the tracks that exist.',
    // A part of a paid transcript is free, with `skip` or `around`.
    without: ['format', 'from', 'to'],
  },
  playground: { about: 'video', labels: { en: 'Transcript', zh: '字幕文本' } },
  command: {
    words: 'transcript get',
    summary: 'Get the transcript of a video through a running gateway, as a customer',
    arguments: ['id'],
    notes: 'A transcript that is not there costs nothing, and the error lists those that exist.',
    examples: [
      'transcript get sample-en-01 --platform library',
      'transcript get sample-en-01 --platform library --language de,en --format vtt > talk.vtt',
      'transcript get https://youtu.be/dQw4w9WgXcQ --from 60 --to 120 --format text',
    ],
  },
  absent: 'TRANSCRIPT_NOT_FOUND',
  read: readTranscriptQuery,
};

function readTranscriptQuery(query: Record<string, string>): Asked | Failure {
  const unknown = unknownParameters(Object.keys(query), PARAMETERS);
  if (unknown !== null) return unknown;
  const id = readVideoId(query.id);
  if (isFailure(id)) return id;
  const language = readLanguages(query.language);
  if (isFailure(language)) return language;
  const { kind = 'any' } = query;
  if (!(KIND_WISHES as readonly string[]).includes(kind))
    return invalid('kind', `must be one of: ${KIND_WISHES.join(', ')}`);
  const shown = readFormat(query);
  if (isFailure(shown)) return shown;
  const maxAgeSeconds = readMaxAge(query.max_age);
  if (isFailure(maxAgeSeconds)) return maxAgeSeconds;
  const wishes = { ...(language !== null && { language }), ...(kind !== 'any' && { kind }) };
  const isShown = Object.keys(shown).length > 0;
  return { ask: { id, ...wishes }, includeRaw: false, maxAgeSeconds, ...(isShown && { shown }) };
}

/** In one form, without repeats, so that equal wishes are the same question. */
function readLanguages(given: string | undefined): string | null | Failure {
  if (given === undefined) return null;
  const tags = given.split(',').map((one) => readLanguage(one.trim()));
  if (tags.includes(null))
    return invalid('language', 'must be languages of BCP 47, separated by commas, such as en,zh-Hans');
  if (tags.length > LANGUAGE_WISHES_MAX)
    return invalid('language', `must name at most ${LANGUAGE_WISHES_MAX} languages`);
  return [...new Set(tags)].join();
}
