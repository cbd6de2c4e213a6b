// What the gateway and the TypeScript client make, written down for the tests of the Python client: ids of pages and signed webhooks.
import { pageRequestId } from '../../client/src/request-ids.ts';
import { signatureOf } from '../../gateway/src/domain/webhook.ts';

const CURSORS = ['c1', '0', 'a'.repeat(300), '猫の動画', '🐈‍⬛ 𝒙', '\u0000\uffff', 'eyJvIjoxMDB9', 'no more'];
const SECRETS = [1, 2].map((fill) => `whsec_${Buffer.alloc(32, fill).toString('base64')}`);
const SENT_AT_S = 1_795_000_000;
const EVENT = JSON.stringify({ type: 'balance.low', data: { balance: '0.500000', note: 'Füße 猫' } });

function webhook(name: string, signing: readonly string[], more: object = {}) {
  const id = 'evt_1';
  const signature = signatureOf(signing, { id, timestampSeconds: SENT_AT_S, body: EVENT });
  return {
    name,
    id,
    timestamp: String(SENT_AT_S),
    signature,
    body: EVENT,
    secret: SECRETS[0],
    now: SENT_AT_S + 3,
    ...more,
  };
}

export function vectors() {
  return {
    pages: CURSORS.map((cursor) => ({ walk_id: 'rc_w', cursor, request_id: pageRequestId('rc_w', cursor) })),
    webhooks: [
      webhook('good', [SECRETS[0]!], { is_good: true }),
      webhook('good at the last moment', [SECRETS[0]!], { is_good: true, now: SENT_AT_S + 300 }),
      webhook('rotated: the old secret', SECRETS, { is_good: true }),
      webhook('rotated: the new secret', SECRETS, { is_good: true, secret: SECRETS[1] }),
      webhook('signed with another secret', [SECRETS[1]!], { is_good: false }),
      webhook('another body', [SECRETS[0]!], { is_good: false, body: EVENT.replace('0.5', '9.5') }),
      webhook('another id', [SECRETS[0]!], { is_good: false, id: 'evt_2' }),
      webhook('another time', [SECRETS[0]!], { is_good: false, timestamp: String(SENT_AT_S + 1) }),
      webhook('old', [SECRETS[0]!], { is_good: false, now: SENT_AT_S + 301 }),
      webhook('of the future', [SECRETS[0]!], { is_good: false, now: SENT_AT_S - 301 }),
      webhook('no signature', [], { is_good: false }),
    ],
  };
}
