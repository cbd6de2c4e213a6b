// What a receiver of webhooks gets: signatures that the standard's own package accepts, every event at least once and in sequence, even
// after a kill between sending and recording; and that no private address is called. Real HTTP, a real ledger, and a clock controlled by
// the test.

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { systemClock, systemIntervals, systemRandom } from '../../domain/clock.ts';
import { inBackground } from '../../domain/in-background.ts';
import { toMicros } from '../../domain/money.ts';
import { makeWebhookSecret, webhookRetryMs, webhookUrlProblem } from '../../domain/webhook.ts';
import { DUTY_LEASE_MS, DutyRunner, type DutyRunnerDeps } from '../../duties/duty-runner.ts';
import { createTestClock, type TestClock } from '../../storage/contracts/storage.contract.ts';
import { openSqliteStorage } from '../../storage/sqlite/open-storage.ts';
import type { Storage } from '../../storage/storage.ts';
import { eventComplaint } from '../../testing/documented-operations.ts';
import { createHttpTransport, type HttpTransport } from '../../upstream/http-transport.ts';
import { createUpstream } from '../../upstream/upstream.ts';
import { type DelivererDeps, WebhookDeliveries } from './deliver-webhooks.ts';

const actor = 'test';
const HOUR = 3_600_000;
const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-webhooks-'));

interface Received {
  headers: IncomingMessage['headers'];
  body: string;
}

let clock: TestClock;
let storage: Storage;
let server: Server;
let received: Received[];
/** Responses in turn; afterwards 204. */
let statuses: number[];
/** Requests to `/slow…` that have no response yet. */
let held: (() => void)[];
let transports: HttpTransport[];
let files = 0;

beforeAll(async () => {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const part of request) body += part;
    received.push({ headers: request.headers, body });
    if (request.url?.startsWith('/slow')) await new Promise<void>((resolve) => held.push(resolve));
    response.writeHead(statuses.shift() ?? 204, { location: '/elsewhere' });
    response.end('an answer that nobody keeps');
  };
  server = createServer((request, response) =>
    inBackground(answer(request, response), () => response.destroy()),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  clock = createTestClock();
  [received, statuses, held, transports] = [[], [], [], []];
  const file = path.join(folder, `${++files}.db`);
  storage = await openSqliteStorage({ file, clock, random: systemRandom, serves: true });
  await storage.accounts.create({ actor, id: 'acc', name: 'acc', currency: 'USD', rate: null });
});
afterEach(async () => {
  // Whatever the test did: what was sent is what openapi.json says.
  expect(received.map(({ body }) => eventComplaint(body)).filter((complaint) => complaint !== null)).toEqual(
    [],
  );
  await Promise.all(transports.map((transport) => transport.close()));
  await storage.close();
});

const here = (name = '127.0.0.1') => `http://${name}:${(server.address() as AddressInfo).port}/in?a=1`;

async function makeWebhook(url: string, secret = makeWebhookSecret(systemRandom)): Promise<string> {
  await storage.webhooks.create({ actor, id: 'wh', stream: 'acc', url, secret, max: 5 });
  return secret;
}

const happen = (reference: string) =>
  storage.accounts.topUp({ actor, accountId: 'acc', amountMicros: toMicros(1), reference, reason: null });

/** A process that delivers and does nothing else. */
function deliverer(
  changes: Partial<DelivererDeps> = {},
  lookup?: LookupFunction,
  process: Partial<DutyRunnerDeps> = {},
): DutyRunner {
  const transport = createHttpTransport({ clock: systemClock, ...(lookup && { lookup }) });
  transports.push(transport);
  const upstream = createUpstream({ 'http:': transport.transport, 'https:': transport.transport }, clock);
  const { webhooks, duties } = storage;
  const [random, intervals, chance] = [systemRandom, systemIntervals, () => 0.5];
  const onFailed = (_: unknown, error: unknown) => expect(error).toBeUndefined();
  const runner = new DutyRunner({
    duties,
    random,
    intervals,
    chance,
    onFailed,
    onGone: onFailed,
    ...process,
  });
  const settings = () => ({ enabled: true, allowPrivate: true });
  runner.register(new WebhookDeliveries({ webhooks, duties, upstream, clock, chance, settings, ...changes }));
  return runner;
}

const sequences = () => received.map(({ body }) => JSON.parse(body).sequence as number);
const state = () => storage.webhooks.find({ id: 'wh' });

/** Starts one round of deliveries and waits until all of it has ended. */
async function deliverAll(sender: DutyRunner): Promise<void> {
  await sender.look();
  await sender.settled();
}

/** Verifies as a receiver does, with the standard's own package and the time of the test. Throws when the signature is wrong or old. */
function verify(secret: string, { headers, body }: Received): unknown {
  vi.setSystemTime(clock.nowMs());
  try {
    return new Verifier(secret).verify(body, headers as Record<string, string>);
  } finally {
    vi.useRealTimers();
  }
}

test('what is sent is signed as the standard says, and carries its id and its number', async () => {
  const secret = await makeWebhook(here());
  await happen('one');
  await deliverAll(deliverer());
  const [event] = await storage.events.list({ stream: 'acc', after: 0, limit: 1 });
  expect(verify(secret, received[0]!)).toMatchObject({ id: event!.id, sequence: 1, type: 'topup.credited' });
  expect(received[0]!.headers).toMatchObject({ 'webhook-id': event!.id, 'content-type': 'application/json' });
  expect(await state()).toMatchObject({ cursor: 1, lastStatus: 204, failures: 0 });
});

test('an event that is sent late is signed with the time at which it is sent', async () => {
  const secret = await makeWebhook(here());
  await happen('one');
  clock.advance(HOUR);
  await deliverAll(deliverer());
  expect(verify(secret, received[0]!)).toMatchObject({ sequence: 1 });
  clock.advance(HOUR);
  expect(() => verify(secret, received[0]!)).toThrow('too old');
});

test('an event that is sent an hour late, and again an hour later, says when it is sent in its header and when it happened in its body', async () => {
  const secret = await makeWebhook(here());
  const happenedMs = clock.nowMs();
  await happen('one');
  const sender = deliverer();
  statuses = [500];
  const sentMs: number[] = [];
  for (let turn = 0; turn < 2; turn++) {
    clock.advance(HOUR);
    sentMs.push(clock.nowMs());
    await deliverAll(sender);
    verify(secret, received[turn]!);
  }
  expect(received.map(({ headers }) => Number(headers['webhook-timestamp']) * 1_000)).toEqual(sentMs);
  const [first, second] = received as [Received, Received];
  expect(JSON.parse(first.body)).toMatchObject({ timestamp: new Date(happenedMs).toISOString() });
  expect([second.body, second.headers['webhook-id']]).toEqual([first.body, first.headers['webhook-id']]);
});

test('an event that comes after a turn is sent in the next one, by whichever process, and each only once', async () => {
  await makeWebhook(here());
  const [node, another] = [deliverer(), deliverer()];
  for (const [at, sender] of [node, node, another, node].entries()) {
    await happen(`turn-${at}`);
    await Promise.all([deliverAll(sender), deliverAll(sender)]);
    await deliverAll(sender === node ? another : node);
    expect(sequences()).toEqual([1, 2, 3, 4].slice(0, at + 1));
  }
  // The first event of another account must not reach this webhook.
  await account('other', '/quick');
  await deliverAll(another);
  expect([sequences(), await cursor('other-0'), (await state())?.cursor]).toEqual([[1, 2, 3, 4, 1], 1, 4]);
});

test('after a second and a third rotation only the newest secret and the one before it sign, while its time lasts', async () => {
  const secrets = [await makeWebhook(here())];
  const sender = deliverer();
  const rotate = async () => {
    const secret = makeWebhookSecret(systemRandom);
    await storage.webhooks.rotate({ actor, id: 'wh', secret, graceUntilMs: clock.nowMs() + HOUR });
    secrets.push(secret);
  };
  /** Which secrets, oldest first, verify what is sent now. */
  const accept = async (reference: string) => {
    await happen(reference);
    await deliverAll(sender);
    const last = received.at(-1)!;
    return secrets.map((secret) => {
      try {
        verify(secret, last);
        return true;
      } catch {
        return false;
      }
    });
  };
  await rotate();
  expect(await accept('one')).toEqual([true, true]);
  clock.advance(HOUR - 1);
  expect(await accept('two')).toEqual([true, true]);
  clock.advance(1);
  expect(await accept('three')).toEqual([false, true]);
  await rotate();
  expect(await accept('four')).toEqual([false, true, true]);
  await rotate();
  expect(await accept('five')).toEqual([false, false, true, true]);
});

test('a signature holds for its own secret, id, time and body, and for no other', async () => {
  const secret = await makeWebhook(here());
  await happen('one');
  await deliverAll(deliverer());
  const { headers, body } = received[0]!;
  verify(secret, { headers, body });
  expect(() => verify(makeWebhookSecret(systemRandom), { headers, body })).toThrow('signature');
  expect(() => verify(secret, { headers, body: body.replace('1', '2') })).toThrow('signature');
  const later = String(Number(headers['webhook-timestamp']) + 1);
  for (const changed of [{ 'webhook-id': 'evt_other' }, { 'webhook-timestamp': later }])
    expect(() => verify(secret, { headers: { ...headers, ...changed }, body })).toThrow('signature');
});

test('while a secret is rotated, receivers with either of them accept what is sent', async () => {
  const old = await makeWebhook(here());
  const secret = makeWebhookSecret(systemRandom);
  await storage.webhooks.rotate({ actor, id: 'wh', secret, graceUntilMs: clock.nowMs() + HOUR });
  await happen('one');
  await deliverAll(deliverer());
  verify(old, received[0]!);
  verify(secret, received[0]!);
});

test('what was not taken is sent again before anything behind it', async () => {
  await makeWebhook(here());
  for (const reference of ['one', 'two', 'three']) await happen(reference);
  statuses = [204, 500];
  const sender = deliverer();
  await deliverAll(sender);
  expect(sequences()).toEqual([1, 2]);
  await deliverAll(sender);
  expect(sequences()).toEqual([1, 2]);
  clock.advance(webhookRetryMs(1, () => 0.5));
  await deliverAll(sender);
  expect(sequences()).toEqual([1, 2, 2, 3]);
  expect(await state()).toMatchObject({ cursor: 3, failures: 0, failingSinceMs: null });
});

test('a receiver that accepted something since its last failure is retried after seconds, not minutes', async () => {
  await makeWebhook(here());
  for (const reference of ['1', '2']) await happen(reference);
  statuses = [503, 204, 503];
  const sender = deliverer();
  await deliverAll(sender);
  clock.advance(webhookRetryMs(1, () => 0.5));
  await deliverAll(sender);
  expect(sequences()).toEqual([1, 1, 2]);
  clock.advance(webhookRetryMs(1, () => 0.5));
  await deliverAll(sender);
  expect(sequences()).toEqual([1, 1, 2, 2]);
});

test('a process that dies between sending and writing down sends that event again, and skips none', async () => {
  await makeWebhook(here());
  await happen('one');
  await happen('two');
  const dies = { ...storage.webhooks, taken: () => Promise.reject(new Error('killed')) };
  const failures: unknown[] = [];
  const killed = () => Promise.reject(new Error('killed too'));
  await deliverAll(
    deliverer({ webhooks: dies }, undefined, {
      duties: { ...storage.duties, postpone: killed, release: killed },
      onFailed: (_, error) => failures.push(error),
    }),
  );
  expect(failures).toMatchObject([{ message: 'killed' }, { message: 'killed too' }]);
  const other = deliverer();
  await deliverAll(other);
  expect(sequences()).toEqual([1]);
  clock.advance(DUTY_LEASE_MS);
  await deliverAll(other);
  expect(sequences()).toEqual([1, 1, 2]);
});

test('a sender that lost its lease stops, and moves nothing', async () => {
  await makeWebhook(here());
  await happen('one');
  await happen('two');
  const late = {
    ...storage.webhooks,
    taken: async (input: Parameters<Storage['webhooks']['taken']>[0]) => {
      await storage.webhooks.replay({ actor, id: 'wh', after: 0 });
      // Otherwise the process would claim the webhook again and begin anew.
      inBackground(sender.stop());
      return storage.webhooks.taken(input);
    },
  };
  const sender = deliverer({ webhooks: late });
  await deliverAll(sender);
  expect(sequences()).toEqual([1]);
  expect(await state()).toMatchObject({ cursor: 0 });
});

/** Makes an account with a webhook at each path and one event to deliver. */
async function account(id: string, ...paths: string[]): Promise<void> {
  await storage.accounts.create({ actor, id, name: id, currency: 'USD', rate: null });
  for (const [i, at] of paths.entries()) {
    const url = new URL(at, here()).href;
    const secret = makeWebhookSecret(systemRandom);
    await storage.webhooks.create({ actor, id: `${id}-${i}`, stream: id, url, secret, max: paths.length });
  }
  await eventOf(id);
}

let events = 0;
const eventOf = (accountId: string) =>
  storage.accounts.topUp({
    ...{ actor, accountId, amountMicros: toMicros(1), reference: `e${++events}`, reason: null },
  });

const cursor = async (id: string) => (await storage.webhooks.find({ id }))?.cursor;

test('a receiver that does not answer delays neither other accounts nor other webhooks of its own', async () => {
  await account('slow', '/slow', '/quick');
  await account('quick', '/quick');
  const sender = deliverer();
  await sender.look();
  await vi.waitFor(async () => expect([await cursor('slow-1'), await cursor('quick-0')]).toEqual([1, 1]));
  // The next events too, while the receiver still hangs.
  await eventOf('quick');
  await eventOf('slow');
  await vi.waitFor(async () => {
    await sender.look();
    expect([await cursor('slow-1'), await cursor('quick-0')]).toEqual([2, 2]);
  });
  expect([held.length, await cursor('slow-0')]).toEqual([1, 0]);
  held.shift()!();
  // Its second event came after its turn had begun, so it is sent in the next one.
  await vi.waitFor(() => expect(held).toHaveLength(1));
  held.shift()!();
  await sender.settled();
  expect(await cursor('slow-0')).toBe(2);
});

test('of one account two webhooks are sent to at a time, and the others after them', async () => {
  await account('slow', '/slow/0', '/slow/1', '/slow/2', '/slow/3');
  const sender = deliverer();
  for (let look = 0; look < 3; look++) await sender.look();
  await vi.waitFor(() => expect(held).toHaveLength(2));
  await account('quick', '/quick');
  await sender.look();
  await vi.waitFor(async () => expect(await cursor('quick-0')).toBe(1));
  expect(held).toHaveLength(2);
  // A place that becomes free is taken at once, without waiting for the next look.
  held.shift()!();
  await vi.waitFor(() => expect(held).toHaveLength(2));
  for (const go of held.splice(0)) go();
  await vi.waitFor(() => expect(held).toHaveLength(1));
  held.shift()!();
  await sender.settled();
  expect(await Promise.all([0, 1, 2, 3].map((i) => cursor(`slow-${i}`)))).toEqual([1, 1, 1, 1]);
});

/** A public name that resolves to a private address at the time of the connection (DNS rebinding). */
const rebinds: LookupFunction = (_name, options, callback) => {
  if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
  else callback(null, '127.0.0.1', 4);
};

test.each(['rebind.example', '127.0.0.1', 'localhost'])(
  '%s on a private network is never called',
  async (host) => {
    await makeWebhook(here(host));
    await happen('one');
    let connections = 0;
    server.on('connection', () => connections++);
    await deliverAll(deliverer({ settings: () => ({ enabled: true, allowPrivate: false }) }, rebinds));
    expect([connections, received]).toEqual([0, []]);
    expect(await state()).toMatchObject({ cursor: 0, failures: 1, lastStatus: 0 });
  },
);

test('an event is not taken by a receiver that cannot be reached', async () => {
  const nobody = createServer();
  await new Promise<void>((resolve) => nobody.listen(0, '127.0.0.1', resolve));
  const { port } = nobody.address() as AddressInfo;
  await new Promise((resolve) => nobody.close(resolve));
  await makeWebhook(`http://127.0.0.1:${port}/`);
  await happen('one');
  await deliverAll(deliverer());
  expect(await state()).toMatchObject({ lastStatus: 0, failures: 1 });
  expect((await state())!.cursor).toBeLessThan((await storage.events.heads({ streams: ['acc'] })).acc!);
});

test.each([
  ['takes long begins no request after half a minute', 20_000, 2],
  ['is told to stop ends after the request that runs', 0, 1],
])('a turn that %s, and leaves the rest to the next one', async (_what, tookMs, sentInTurn) => {
  await makeWebhook('http://receiver.example/');
  for (const reference of ['one', 'two', 'three', 'four']) await happen(reference);
  let sent = 0;
  const send = async () => {
    sent++;
    clock.advance(tookMs);
    return { kind: 'response', status: 204 } as never;
  };
  const { webhooks, duties } = storage;
  const claim = { kind: 'webhook', leaseMs: DUTY_LEASE_MS, limit: 1, perParty: 1, held: {} } as const;
  const settings = () => ({ enabled: true, allowPrivate: true });
  const work = new WebhookDeliveries({
    ...{ webhooks, duties, upstream: { send }, clock, chance: () => 0.5, settings },
  });
  const turn = async (lease: string, isStopping: () => boolean) => {
    const [duty] = await duties.claim({ ...claim, lease });
    await work.run({ ...duty!, kind: 'webhook', lease }, isStopping);
  };
  await turn('first', () => tookMs === 0 && sent > 0);
  expect(sent).toBe(sentInTurn);
  await turn('second', () => false);
  expect(sent).toBeGreaterThan(sentInTurn);
});

test('a redirect is not followed, and is no success', async () => {
  await makeWebhook(here());
  await happen('one');
  statuses = [302];
  await deliverAll(deliverer());
  expect(received).toHaveLength(1);
  expect(await state()).toMatchObject({ cursor: 0, failures: 1 });
});

test('a receiver that is gone is disabled at once, one that fails after five days, and the account gets an event', async () => {
  await makeWebhook(here());
  await happen('one');
  statuses = [410];
  const disabled: string[] = [];
  await deliverAll(deliverer({ onDisabled: ({ id }) => disabled.push(id) }));
  expect([disabled, (await state())?.state]).toEqual([['wh'], 'disabled']);
  await storage.webhooks.replay({ actor, id: 'wh', after: 0 });
  statuses = Array(30).fill(503);
  for (let day = 0; (await state())?.state === 'active'; day++) {
    expect(day).toBeLessThan(30);
    await deliverAll(deliverer());
    clock.advance(24 * HOUR);
  }
  const told = await storage.events.list({ stream: 'acc', after: 1, limit: 9 });
  expect(told.map(({ type }) => type)).toEqual(['webhook.disabled', 'webhook.disabled']);
});

test('nothing is sent while webhooks are off', async () => {
  await makeWebhook(here());
  await happen('one');
  await deliverAll(deliverer({ settings: () => ({ enabled: false, allowPrivate: true }) }));
  expect(received).toEqual([]);
});

test('attempts follow the schedule of the standard, with a fifth of chance, and end at a day', () => {
  const plain = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(
    (failures) => webhookRetryMs(failures, () => 0.5) / 1_000,
  );
  expect(plain).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400, 86_400]);
  expect([webhookRetryMs(1, () => 0), webhookRetryMs(1, () => 1)]).toEqual([4_000, 6_000]);
});

test('an address of a webhook is https, without user, password or fragment', () => {
  const problem = (url: string, allowPrivate = false) => webhookUrlProblem(url, { allowPrivate });
  expect(problem('https://a.example:8443/x?y=1')).toBeNull();
  expect(problem('http://a.example/')).toMatch('https://');
  expect(problem('http://a.example/', true)).toBeNull();
  expect(problem('ftp://a.example/', true)).toMatch('https://');
  expect(problem('https://u:p@a.example/')).toMatch('password');
  expect(problem('https://a.example/#x')).toMatch('#');
  expect(problem('nonsense')).toMatch('address');
});

test('an address of a webhook shows the host that gets the events', () => {
  const lines = [
    'https://a.example\n.b.example/',
    'https://a.example/\t',
    ' https://a.example/',
    'https://a.example/x y',
  ];
  const marks = [
    'https:a.example',
    'https:/a.example/',
    'https:\\\\a.example\\',
    'https://a.example\\@b.example/',
    'https://a.ex\u200bample/',
  ];
  for (const url of [...lines, ...marks])
    expect(webhookUrlProblem(url, { allowPrivate: true })).toMatch('in full');
});

test.each([
  ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0x7f.1', '１２７.0.0.1', '127.0.0.1.'],
  ...[
    '10.0.0.1',
    '192.168.0.1',
    '172.16.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '0',
    '255.255.255.255',
  ],
  ...['[::1]', '[::]', '[fe80::1]', '[fd00::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]'],
  ...[
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    'gateway',
    'db.internal',
  ],
])('%s is no webhook, unless the operator allows it', (host) => {
  const url = `https://${host}/in`;
  expect(webhookUrlProblem(url, { allowPrivate: false })).toMatch('webhooks.allow_private');
  expect(webhookUrlProblem(url, { allowPrivate: true })).toBeNull();
});

test.each(['8.8.8.8', '[2606:4700::1111]', 'a.example', '134744072', 'localhost.example'])(
  '%s may be a webhook',
  (host) => {
    expect(webhookUrlProblem(`https://${host}/in`, { allowPrivate: false })).toBeNull();
  },
);
