// Owns the settings of one provider: where it is, how it is asked, and what it gives.
import { CALL_DEADLINE_MS } from '../../domain/limits.ts';
import { Type } from '../../domain/schema.ts';
import { FORMS } from '../forms.ts';
import { NAMES_MAX, section, textSetting, wholeSetting } from './parts.ts';

/** Far above any real file; keeps a mistake from becoming a slow start. */
const PROXIES_MAX = 1000;
/** Names the software; an operator adds how to reach them. */
const USER_AGENT = 'Reelgate/0.1';

/** More than any platform gives; sums stay exact. */
const QUOTA_UNITS_MAX = 1_000_000_000_000;

const quota = section(
  {
    units: Type.Optional(
      wholeSetting(
        1,
        QUOTA_UNITS_MAX,
        'So many units are spent in a period, by all nodes together. Then the upstream is not asked until the next one.',
      ),
    ),
    per: Type.Enum(['day', 'month'], { description: 'The period.', default: 'day' }),
    reset: textSetting('time_zone', 'The time zone at whose midnight a period ends.', { default: 'UTC' }),
    cost: Type.Record(
      Type.String({ pattern: FORMS.field.pattern }),
      wholeSetting(1, QUOTA_UNITS_MAX, 'Units.'),
      {
        additionalProperties: false,
        maxProperties: NAMES_MAX,
        keys: 'field',
        description:
          'Units that one page or record of an operation takes, by its name such as video.search or the last word of it. Others take 1.',
        default: {},
      },
    ),
  },
  'What the upstream gives in a day or a month. Without units it is not counted.',
);

export const providerSection = section(
  {
    connector: textSetting('name', 'Which connector speaks to this upstream.'),
    base_url: Type.Optional(
      textSetting(
        'base_url',
        'Where the upstream is, instead of where the connector would ask. Without a path, the connector adds its own.',
      ),
    ),
    token: Type.Optional(
      textSetting('token', 'The credential for the upstream. Never shown.', { secret: true }),
    ),
    cost: textSetting(
      'money',
      'What one attempt costs the operator. Counted when the upstream answered, refused or did not answer in time; not when it could not be reached or limited us.',
      { default: '0' },
    ),
    user_agent: textSetting(
      'header',
      'How the gateway introduces itself. Some platforms want a contact in it.',
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
        description: "Settings of the connector's own; `reelgate connectors show NAME` lists them.",
        default: {},
      },
    ),
    timeout_ms: Type.Optional(
      wholeSetting(100, CALL_DEADLINE_MS, 'How long one attempt may take, in milliseconds.'),
    ),
    requests_per_second: Type.Optional(
      Type.Number({
        minimum: 0.01,
        maximum: 10_000,
        description: 'Most attempts per second, of all nodes together.',
      }),
    ),
    in_flight_max: Type.Optional(
      wholeSetting(1, 10_000, 'Most attempts at one time, of all nodes together.'),
    ),
    quota,
    allow_private: Type.Boolean({
      description: 'Lets base_url be an address, this machine or a private network.',
      default: false,
    }),
    proxy: Type.Array(textSetting('proxy', 'A proxy.', { secret: true }), {
      orOne: true,
      maxItems: PROXIES_MAX,
      description:
        'Connections to the upstream go through this proxy, or through those of a list in turn. Never shown. A proxy on a private address needs allow_private.',
      default: [],
    }),
    send_traceparent: Type.Boolean({
      description:
        'Tells the upstream which trace a request is a part of, in the header traceparent. For upstreams of your own.',
      default: false,
    }),
    keep_alive: Type.Boolean({
      description:
        'false opens a connection for every request, so that no late copy of an answer can be taken for another one.',
      default: true,
    }),
  },
  'One configured upstream.',
);
