// The webhooks of the OpenAPI document: one entry for each type of event, with the headers of Standard Webhooks and the answers that the
// gateway expects. A new type of event appears here by itself.
import { EVENT_TYPES, EVENTS, type EventType } from '../../domain/event.ts';
import { eventName, eventSchema } from '../../features/events/event-schemas.ts';
import { SEND_MS_MAX } from '../../features/webhooks/deliver-webhooks.ts';
import { type JsonSchema, plainSchema } from '../requests/schema.ts';
import { sampleOf } from './schema-sample.ts';

export const WEBHOOK_TAG = 'Webhooks';

const header = (name: string, description: string, example: string) => ({
  ...{ name, in: 'header', required: true, description },
  schema: { type: 'string', examples: [example] },
});

export const WEBHOOK_PARAMETERS = {
  WebhookId: header(
    'webhook-id',
    'The id of the event, the same for every repeat. Ignore an id that you have seen.',
    'evt_7Hq2mZ4kD9',
  ),
  WebhookTimestamp: header('webhook-timestamp', 'When it was sent, in seconds since 1970.', '1794700800'),
  WebhookSignature: header(
    'webhook-signature',
    '`v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, as Standard Webhooks defines it. While a secret is rotated there are two, separated by a space.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
};

const RESPONSES = {
  '2XX': { description: 'Received. The next event follows.' },
  '410': { description: 'The receiver is gone: the webhook is disabled at once.' },
  default: {
    description: `Not received, as is an answer that takes more than ${SEND_MS_MAX / 1_000} seconds, and a redirect. The event is sent again, later and later, and events behind it wait. After five days without success the webhook is disabled.`,
  },
};

/** The types whose events a listener's webhooks get. */
const typesFor = (listener: 'public' | 'admin' | 'both') =>
  EVENT_TYPES.filter(
    (type) => listener === 'both' || (EVENTS[type].to === 'operator') === (listener === 'admin'),
  );

/** `named` moves a schema into the components and returns its reference. */
export function webhookOperations(
  listener: 'public' | 'admin' | 'both',
  named: (schema: JsonSchema) => JsonSchema,
): Record<string, object> {
  return Object.fromEntries(typesFor(listener).map((type) => [type, { post: operationOf(type, named) }]));
}

function operationOf(type: EventType, named: (schema: JsonSchema) => JsonSchema): object {
  const schema = plainSchema(eventSchema(type));
  return {
    operationId: `on${eventName(type)}`,
    summary: EVENTS[type].text,
    tags: [WEBHOOK_TAG],
    security: [],
    parameters: Object.keys(WEBHOOK_PARAMETERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: named(schema), example: sampleOf(schema) } },
    },
    responses: RESPONSES,
  };
}
