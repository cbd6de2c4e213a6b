// The unified record `reelgate.transcript.v1`: what is said in a video, the same for all platforms.
import type { Static } from 'typebox';
import { Type } from '../schema.ts';
import { TRACK_KINDS } from './tracks.ts';

const text = Type.Union([Type.String(), Type.Null()]);

const kind = Type.Union([Type.Enum([...TRACK_KINDS]), Type.Null()], {
  description: 'Written by a person, or by speech recognition; null when the platform does not say.',
});

const language = Type.Union([Type.String(), Type.Null()], {
  description: 'BCP 47; null when the platform does not say.',
});

export const TrackView = Type.Object(
  { language, kind },
  { $id: 'Track', description: 'One transcript of a video.' },
);

const CueView = Type.Object({
  start_ms: Type.Integer({ minimum: 0 }),
  end_ms: Type.Integer({ minimum: 0 }),
  text: Type.String(),
});

export const Transcript = Type.Object(
  {
    platform: Type.String(),
    video_id: Type.String(),
    language,
    language_match: Type.Union(
      [Type.Literal('exact'), Type.Literal('variant'), Type.Literal('broader'), Type.Null()],
      {
        description:
          '`variant`: the wish was a language such as `en`, and only a variety of it exists, such as `en-GB`. `broader`: the wish was a variety such as `fr-FR`, and only its language exists, `fr`. null when no language was asked for.',
      },
    ),
    kind,
    translated: Type.Union([Type.Boolean(), Type.Null()], {
      description:
        'Whether a machine translated it from another language; null when the platform does not say.',
    }),
    timed: Type.Boolean({
      description: 'False: the platform gives the text without times, and `cues` is empty.',
    }),
    rolled_up: Type.Boolean({
      description:
        'True: automatic captions repeated each line while it rolled up the screen, and the repeats were removed.',
    }),
    cues: Type.Array(CueView, {
      description: 'In order of their start. With `from` or `to`: those that overlap, with their own times.',
    }),
    text: Type.String({ description: 'The words of the cues, or the text without times.' }),
    tracks: Type.Array(TrackView, { description: 'Every track of the video.' }),
    license: Type.Union([Type.Object({ name: text, url: text }), Type.Null()], {
      description: 'Licence of the video.',
    }),
    missing: Type.Array(Type.String()),
    source: Type.Object({
      connector: Type.String(),
      upstream_host: Type.String(),
      route: Type.String(),
      fetched_at: Type.String(),
      cache: Type.Union([Type.Literal('hit'), Type.Literal('miss'), Type.Literal('replay')]),
      schema: Type.Literal('reelgate.transcript.v1'),
    }),
  },
  { $id: 'Transcript', description: 'The unified transcript record, reelgate.transcript.v1.' },
);

export type Transcript = Static<typeof Transcript>;

/** What a connector reports about a transcript. The pipeline adds platform and source. `id` is the video's, shown as `video_id`. */
export type ParsedTranscript = Omit<Transcript, 'platform' | 'video_id' | 'source'> & { id: string };
