// The settings of one provider: where it is, how it is asked, and its quota.
import { CALL_DEADLINE_MS } from '../../domain/limits.ts';
import { Type } from '../../domain/schema.ts';
import { packageVersion } from '../../process/package-version.ts';
import { FORMS } from '../forms.ts';
import { NAMES_MAX, section, textSetting, wholeSetting } from './parts.ts';

/** Far above any real file; a mistake must not make the start slow. */
const PROXIES_MAX = 1000;
/** Names the software and its minor release. An operator should add a contact address. */
const USER_AGENT = `Reelgate/${packageVersion().split('.', 2).join('.')}`;

/** More than any platform grants, and small enough that sums stay exact integers. */
const QUOTA_UNITS_MAX = 1_000_000_000_000;

const quota = section(
  {
    units: Type.Optional(
      wholeSetting(
        1,
        QUOTA_UNITS_MAX,
        'How many units all nodes together may spend in a period. When they are spent, the upstream is not asked until the next period.',
      ),
    ),
    per: Type.Enum(['day', 'month'], { description: 'The period.', default: 'day' }),
    reset: textSetting('time_zone', 'The time zone whose midnight ends a period.', { default: 'UTC' }),
    cost: Type.Record(
      Type.String({ pattern: FORMS.field.pattern }),
      wholeSetting(1, QUOTA_UNITS_MAX, 'Units.'),
      {
        additionalProperties: false,
        maxProperties: NAMES_MAX,
        keys: 'field',
        description:
          'Units that one page or record of an operation costs, by the name of the operation, such as video.search, or by its last word. Other operations cost 1.',
        default: {},
      },
    ),
  },
  'The quota that the upstream grants per day or month. Without `units` nothing is counted.',
);

export const providerSection = section(
  {
    connector: textSetting('name', 'The connector that is used for this upstream.'),
    base_url: Type.Optional(
      textSetting(
        'base_url',
        "The address of the upstream, in place of the connector's own. When it has no path, the connector adds its own.",
      ),
    ),
    token: Type.Optional(
      textSetting('token', 'The credential for the upstream. Never shown.', { secret: true }),
    ),
    cost: textSetting(
      'money',
      'What one attempt costs the operator. Counted when the upstream answered, refused, or did not answer in time; not when it could not be reached or limited our rate.',
      { default: '0' },
    ),
    user_agent: textSetting(
      'header',
      "The User-Agent header of the gateway's requests. Some platforms require a contact address in it.",
      {
        default: USER_AGENT,
      },
    ),
    options: Type.Record(
      Type.String({ pattern: FORMS.name.pattern }),
      textSetting('header', 'A value.', { secret: true }),
      {
        additionalProperties: false,
        maxProperties: 20,
        description: 'Options that only this connector has; `reelgate connectors show NAME` lists them.',
        default: {},
      },
    ),
    timeout_ms: Type.Optional(
      wholeSetting(
        100,
        CALL_DEADLINE_MS,
        'How many milliseconds one attempt may take. Default: the time that the call has left.',
      ),
    ),
    requests_per_second: Type.Optional(
      Type.Number({
        minimum: 0.01,
        maximum: 10_000,
        description:
          'Most attempts per second, over all nodes. Further attempts wait for their turn. Default: no limit.',
      }),
    ),
    in_flight_max: Type.Optional(
      wholeSetting(
        1,
        10_000,
        'Most attempts at one time, over all nodes. Further attempts wait for their turn. Default: no limit.',
      ),
    ),
    quota,
    allow_private: Type.Boolean({
      description: 'Allows base_url to be an IP address, this machine or a private network.',
      default: false,
    }),
    proxy: Type.Array(textSetting('proxy', 'A proxy.', { secret: true }), {
      orOne: true,
      maxItems: PROXIES_MAX,
      description:
        'Connections to the upstream go through this proxy, or through those of a list in turn. Never shown. A proxy with a private address needs allow_private.',
      default: [],
    }),
    send_traceparent: Type.Boolean({
      description:
        'Sends the header traceparent, by which the upstream sees the trace that a request belongs to. For upstreams of your own.',
      default: false,
    }),
    keep_alive: Type.Boolean({
      description:
        'false opens a new connection for every request, so that a late answer can never be taken for the answer to the next request.',
      default: true,
    }),
  },
  'One configured upstream.',
);
