// The settings of `observe`: what operators see of calls, besides metrics.
import { CALL_DEADLINE_MS } from '../../domain/limits.ts';
import { Type } from '../../domain/schema.ts';
import { FORMS } from '../forms.ts';
import { section, textSetting, wholeSetting } from './parts.ts';

/** One call in a hundred is enough to see what ordinary calls do. */
const SHARE_DEFAULT = 0.01;

const share = (description: string) =>
  Type.Number({ minimum: 0, maximum: 1, description, default: SHARE_DEFAULT });

export const observeSection = section(
  {
    call_log: textSetting(
      'call_log',
      'Where lines about calls are written: stderr, stdout or a file, which a reload opens again. Every failed call has a line, and a share of the others. Lines contain no key and no keyword. Lines that cannot be written in time are dropped and counted.',
      { default: 'off' },
    ),
    log_successes: share('The share of successful calls that have a line, from 0 to 1.'),
    log_keywords: Type.Boolean({
      description: 'Adds the search keyword to lines and traces of calls. Callers may not expect that.',
      default: false,
    }),
    keep_questions: Type.Boolean({
      description:
        'Keeps the parameters of every call for `question_days`, so that callers see on a receipt, and operators on a call or a complaint, what was asked. `false` keeps none of new calls.',
      default: true,
    }),
    question_days: wholeSetting(
      1,
      3650,
      'How many days the parameters of a call are kept. Older ones are deleted.',
      {
        default: 30,
      },
    ),
    otlp: Type.Optional(
      textSetting(
        'base_url',
        'The address of a collector that receives traces over OTLP/HTTP, such as http://127.0.0.1:4318. Needs the npm package @opentelemetry/exporter-trace-otlp-http. Without it no traces are sent.',
      ),
    ),
    otlp_headers: Type.Record(
      Type.String({ pattern: FORMS.header_name.pattern }),
      textSetting('header', 'A value.', { secret: true }),
      {
        additionalProperties: false,
        maxProperties: 20,
        keys: 'header_name',
        description: 'Headers that the collector needs, such as a credential. Never shown.',
        default: {},
      },
    ),
    trace_share: share(
      'The share of calls whose traces are kept, from 0 to 1. Calls that failed, were slow, were hedged or got a stale answer are always kept.',
    ),
    slow_ms: wholeSetting(
      1,
      CALL_DEADLINE_MS,
      'A call that takes more milliseconds than this counts as slow.',
      {
        default: 2_500,
      },
    ),
  },
  'What operators see of calls, besides metrics.',
);
