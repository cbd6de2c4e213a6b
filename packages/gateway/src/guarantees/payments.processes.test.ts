// A gateway with a fake Stripe, killed while a payment event arrives and while a card is charged: after the next start, a
// repeated event is in the balance once, and the card was charged once.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FakeStripe, WEBHOOK_SECRET } from '../testing/fake-stripe.ts';
import { DataFolder, GatewayProcess } from '../testing/gateway-process.ts';

const folder = new DataFolder();
let stripe: FakeStripe;
let file: string;
let gateway: GatewayProcess;
let url: string;
let key: string;
let adminToken: string;

async function start(): Promise<void> {
  gateway = new GatewayProcess(['serve', '--config', file]);
  url = await gateway.url();
}

async function killAndStart(): Promise<void> {
  gateway.kill('SIGKILL');
  await gateway.ended;
  await start();
}

beforeAll(async () => {
  stripe = await new FakeStripe().start();
  file = folder.writeConfig(
    [
      `data: ${folder.path}/data`,
      'service: { public: "127.0.0.1:0", admin: "127.0.0.1:0" }',
      `payments: { min: "1", stripe: { secret_key: sk, webhook_secret: ${WEBHOOK_SECRET}, api_url: "${stripe.url}" } }`,
      '',
    ].join('\n'),
  );
  await start();
  key = /key {4}(rgk_\S+)/.exec(gateway.out)![1]!;
  adminToken = /admin {2}(rga_\S+)/.exec(gateway.out)![1]!;
}, 120_000);
afterAll(async () => {
  gateway.kill('SIGTERM');
  await gateway.ended;
  await stripe.stop();
  folder.remove();
});

// biome-ignore lint/suspicious/noExplicitAny: answers have many shapes, and a wrong one fails the test.
async function ask(target: string, body?: object): Promise<any> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  return (await fetch(`${url}/api/account/v1/${target}`, { headers, ...sent })).json();
}
const balance = async () => Math.round((await ask('balance')).balance * 1e6);
/** null when the process died before it answered. */
const tell = ({ body, headers }: ReturnType<FakeStripe['news']>): Promise<number | null> =>
  fetch(`${url}/api/payments/v1/stripe`, { method: 'POST', headers, body }).then(
    ({ status }) => status,
    () => null,
  );

test('card money is in the balance once, wherever the process dies while the event is handled', async () => {
  const before = await balance();
  const deaths = [
    async (news: Promise<unknown>) => void news,
    async (news: Promise<unknown>) =>
      void (await Promise.race([news, new Promise((go) => setImmediate(go))])),
    async (news: Promise<unknown>) => void (await news),
  ];
  for (const death of deaths) {
    const { topup } = await ask('topups', { amount: '3' });
    const news = stripe.news('payment_intent.succeeded', stripe.pay(topup.address));
    const told = tell(news);
    await death(told);
    await killAndStart();
    await told;
    expect([await tell(news), await tell(news)]).toEqual([200, 200]);
  }
  expect((await balance()) - before).toBe(deaths.length * 3_000_000);
}, 240_000);

test('a card whose charging process died is charged once, and its payment is credited once', async () => {
  const { topup } = await ask('topups', { amount: '2', save_card: true });
  expect(await tell(stripe.news('payment_intent.succeeded', stripe.pay(topup.address)))).toBe(200);
  const before = await balance();
  const below = (before / 1e6 + 1).toFixed(2);
  const asked = stripe.next('POST /v1/payment_intents');
  await ask('recharge', { below, up_to: (before / 1e6 + 10).toFixed(2), month_max: '500' });
  await asked;
  await killAndStart();
  const charged = stripe.intents.filter(({ metadata }) => metadata.recharge !== undefined);
  expect(charged).toHaveLength(1);
  const news = stripe.news('payment_intent.succeeded', charged[0]!);
  expect([await tell(news), await tell(news)]).toEqual([200, 200]);
  expect((await balance()) - before).toBe(charged[0]!.amount * 10_000);
  expect((await ask('recharge')).recharge.month_used).toBe((charged[0]!.amount / 100).toFixed(6));
  const admin = { headers: { authorization: `Bearer ${adminToken}` }, method: 'POST' };
  const verify = await fetch(`${gateway.adminUrl()}/admin/v1/ledger/verify`, admin);
  expect(await verify.json()).toMatchObject({ clean: true });
}, 240_000);
