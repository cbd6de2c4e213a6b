// Owns the settings of what operators see of calls, beside metrics.
import { CALL_DEADLINE_MS } from '../../domain/limits.ts';
import { Type } from '../../domain/schema.ts';
import { FORMS } from '../forms.ts';
import { section, textSetting, wholeSetting } from './parts.ts';

/** One call in a hundred is enough to see what usual ones do. */
const SHARE_DEFAULT = 0.01;

const share = (description: string) =>
  Type.Number({ minimum: 0, maximum: 1, description, default: SHARE_DEFAULT });

export const observeSection = section(
  {
    call_log: textSetting(
      'call_log',
      'Where lines of calls go: stderr, stdout or a file, which a reload opens anew. Every call that failed has one, and a share of the others. No key, no keyword. What nobody takes is dropped and counted.',
      { default: 'off' },
    ),
    log_successes: share('The share of calls without a failure that have a line, from 0 to 1.'),
    log_keywords: Type.Boolean({
      description: 'Lines and traces of calls also say what was searched for. Callers may not expect that.',
      default: false,
    }),
    otlp: Type.Optional(
      textSetting(
        'base_url',
        'Where a collector takes traces over OTLP/HTTP, such as http://127.0.0.1:4318. Needs the npm package @opentelemetry/exporter-trace-otlp-http.',
      ),
    ),
    otlp_headers: Type.Record(
      Type.String({ pattern: FORMS.header_name.pattern }),
      textSetting('header', 'A value.', { secret: true }),
      {
        additionalProperties: false,
        maxProperties: 20,
        keys: 'header_name',
        description: 'Headers that the collector wants, such as a credential. Never shown.',
        default: {},
      },
    ),
    trace_share: share(
      'The share of calls whose traces are kept, from 0 to 1. Those that failed, were slow, were hedged or got a stale answer always are.',
    ),
    slow_ms: wholeSetting(1, CALL_DEADLINE_MS, 'A call that takes longer is slow, in milliseconds.', {
      default: 2_500,
    }),
  },
  'What operators see of calls, beside metrics.',
);
