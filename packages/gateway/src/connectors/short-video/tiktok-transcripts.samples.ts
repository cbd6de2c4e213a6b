// Captions of TikTok as sellers pass them on, made up from programs that read them: their field names, our values. Each seller wraps them
// in its own way.
import type { ParsedTranscript } from '../../domain/transcript/record.ts';
import type {
  AttemptFailure,
  ExpectedAbsence,
  ExpectedNoTranscript,
  ExpectedRecord,
  Sample,
  TranscriptInput,
  UpstreamResponse,
} from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const ID = '7320000000000000123';
const input: TranscriptInput = { platform: 'tiktok', id: ID, wantsRaw: false };
const file = answersAs('text/vtt');

const caption = (code: string, rest: string) =>
  `{"caption_format":"webvtt","lang":"${code}-x","language_code":"${code}","url":"https://v19-cla.tiktokcdn.com/${code}/?a=1",${rest}}`;
const CAPTIONS = [
  caption('en', '"is_auto_generated":true,"is_original_caption":true,"translation_type":0'),
  caption('de', '"is_auto_generated":true,"is_original_caption":false,"translation_type":1'),
  '{"caption_format":"creator_caption","language_code":"fr","url":"https://v19-cla.tiktokcdn.com/fr/"}',
];
const detail = (video: string, rest = '') =>
  `{"status_code":0,"aweme_detail":{"aweme_id":"${ID}","desc":"A cat","create_time":1704500000,${rest}"video":{${video}"duration":15000}}}`;
const CAPTIONED = detail(`"cla_info":{"enable_auto_caption":true,"caption_infos":[${CAPTIONS}]},`);
const WEB =
  `{"statusCode":0,"itemInfo":{"itemStruct":{"id":"${ID}","desc":"A cat","createTime":1704500000,"video":{"duration":15,"subtitleInfos":[` +
  '{"Format":"webvtt","LanguageCodeName":"eng-US","Source":"ASR","Url":"https://v16-webapp.tiktok.com/en/"},' +
  '{"Format":"webvtt","LanguageCodeName":"deu-DE","Source":"MT","Url":"https://v16-webapp.tiktok.com/de/"}]}}}}';
const VTT = 'WEBVTT\n\n00:00:00.060 --> 00:00:01.500\nLook at this cat.\n';
const GERMAN = 'WEBVTT\n\n00:00:00.060 --> 00:00:01.500\nSieh diese Katze.\n';
const TRACKS = [
  { language: 'en', kind: 'automatic' as const },
  { language: 'de', kind: 'automatic' as const },
];

export type TiktokTranscriptSample = Sample<
  TranscriptInput,
  ExpectedRecord<ParsedTranscript> | ExpectedNoTranscript | ExpectedAbsence
>;

/** `wrap` puts the platform's answer into the seller's envelope. */
export function tiktokTranscripts(
  wrap: (data: string) => UpstreamResponse,
  refusal: { response: UpstreamResponse; expect: { failure: AttemptFailure['kind']; suspendMs?: number } },
): TiktokTranscriptSample[] {
  return [
    {
      name: 'the original captions',
      input,
      response: wrap(CAPTIONED),
      followUps: [file(200, VTT)],
      expect: {
        record: {
          id: ID,
          language: 'en',
          kind: 'automatic',
          translated: false,
          timed: true,
          cues: [{ start_ms: 60, end_ms: 1_500, text: 'Look at this cat.' }],
          text: 'Look at this cat.',
          tracks: TRACKS,
        },
      },
    },
    {
      name: 'the second wished language, translated by a machine',
      input: { ...input, language: 'fr,de' },
      response: wrap(CAPTIONED),
      followUps: [file(200, GERMAN)],
      expect: {
        record: { language: 'de', language_match: 'exact', translated: true, text: 'Sieh diese Katze.' },
      },
    },
    {
      name: 'in the form of the web site',
      input: { ...input, language: 'de' },
      response: wrap(WEB),
      followUps: [file(200, GERMAN)],
      expect: {
        record: { language_match: 'variant', kind: null, translated: null, text: 'Sieh diese Katze.' },
      },
    },
    {
      name: 'no such language',
      input: { ...input, language: 'fr' },
      response: wrap(CAPTIONED),
      expect: { absent: 'language', what: 'transcript', tracks: TRACKS },
    },
    {
      name: 'none written by a person',
      input: { ...input, kind: 'human' },
      response: wrap(CAPTIONED),
      expect: { absent: 'kind', what: 'transcript', tracks: TRACKS },
    },
    {
      name: 'a video without captions',
      input,
      response: wrap(detail('')),
      expect: { absent: 'none', what: 'transcript', tracks: [] },
    },
    {
      name: 'a private video, whose captions must not be fetched',
      input,
      response: wrap(detail(`"cla_info":{"caption_infos":[${CAPTIONS}]},`, '"status":{"private_status":1},')),
      expect: { absent: 'private', what: 'video' },
    },
    {
      name: 'a video that is gone',
      input,
      response: wrap(`{"status_code":0,"aweme_detail":null,"filter_list":[{"aweme_id":"${ID}","reason":8}]}`),
      expect: { absent: 'unknown', what: 'video' },
    },
    {
      name: 'a file that has expired',
      input,
      response: wrap(CAPTIONED),
      followUps: [file(403, '')],
      expect: { failure: 'refused' },
    },
    {
      name: 'a file that is no transcript',
      input,
      response: wrap(CAPTIONED),
      followUps: [file(200, 'words')],
      expect: { failure: 'bad_response' },
    },
    { name: 'its rate limit', input, ...refusal },
  ];
}
