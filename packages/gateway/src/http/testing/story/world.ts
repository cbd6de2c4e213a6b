// Who takes part in the story that the transcripts record, and how each asks: callers with keys, a page with a session, operators.

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { vi } from 'vitest';
import { inBackground } from '../../../domain/in-background.ts';
import { createTestClock } from '../../../storage/contracts/storage.contract.ts';
import { FakeStripe, WEBHOOK_SECRET } from '../../../testing/fake-stripe.ts';
import { fillDataFolder } from '../../../testing/prepared-folder.ts';
import type { Script } from '../../../testing/scripted-platform.ts';
import {
  type Said,
  type Saying,
  type StillGateway,
  startStillGateway,
} from '../../../testing/still-gateway.ts';
import { TEST_SETTINGS } from '../../../testing/test-gateway.ts';

export const SAME = { 'sec-fetch-site': 'same-origin' };
/** How long an answer of the scripted platform takes on the clock of the gateway. */
const ANSWER_MS = 37;

export type Halves = Record<string, string>;

export interface World {
  still: StillGateway;
  stripe: FakeStripe;
  /** What webhooks got, in their sequence. */
  hookUrl: string;
  /** The platform `scripted` answers so until the next change. */
  script: Script;
  keys: Record<'rich' | 'other' | 'poor' | 'limited', { id: string; secret: string }>;
  /** As the caller with this key; without one, as nobody. */
  ask(title: string, target: string, saying?: Saying & { by?: string | null }): Promise<Said>;
  operate(title: string, target: string, saying?: Saying & { by?: string | null }): Promise<Said>;
  close(): Promise<void>;
}

/** Receives webhooks and writes down each request. */
async function startReceiver(write: (text: string) => void): Promise<{ url: string; server: Server }> {
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const { host: _, connection: __, ...headers } = request.headers;
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const body = await text(request);
    write([`# a webhook receives ${request.method} ${request.url}`, ...lines, body].join('\n'));
    response.end();
  };
  const server = createServer((request, response) => inBackground(receive(request, response)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

const settingsFor = (stripe: FakeStripe, folder: string) =>
  `${TEST_SETTINGS.replace(
    /^payments:.*$/m,
    `payments: { min: "1", stripe: { secret_key: sk_test, webhook_secret: ${WEBHOOK_SECRET}, api_url: "${stripe.url}" } }`,
  )
    .replace('[first, second] }', '[first, second], show: [north] }')
    .replace(
      '{ public: "127.0.0.1:0",',
      '{ title: "Test & Co", public_url: "https://api.example", admin_url: "https://console.example", public: "127.0.0.1:0",',
    )
    .replace('providers:', 'providers:\n  north: { connector: showcase }')
    .replace(
      'first: { connector: scripted }',
      'first: { connector: scripted, cost: "0.001", quota: { units: 5000 } }',
    )
    .replace(
      'cache: { fresh_seconds: 0 }',
      'cache: { fresh_seconds: 0, routes: [{ path: "/api/*/v1/show/app/search_video", fresh_seconds: 60, price_factor: 0.25 }] }',
    )}
mcp: { confirm_above: "0.5" }
webhooks: { allow_private: true }
pricing: { public: true }
status: { public: true }
portal: { hosts: [portal.example] }
complaints: { allowance_per_month: "0.05" }
statements: { address: "1 Way", tax_id: "T-1", tax_note: "No tax." }
observe: { call_log: ${path.join(folder, 'calls.jsonl')}, log_successes: 1, trace_share: 1 }
`;

export async function startWorld(): Promise<World> {
  const stripe = await new FakeStripe().start();
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-story-'));
  await fillDataFolder(folder);
  let world: World;
  const clock = createTestClock();
  const advance = clock.advance.bind(clock);
  // The imitation of the payment provider signs by the time of the machine.
  clock.advance = (ms) => {
    advance(ms);
    vi.setSystemTime(clock.nowMs());
  };
  const receiver = await startReceiver((text) => still.transcript.write(text));
  const still = await startStillGateway(
    {
      settings: settingsFor(stripe, folder),
      folder,
      script: async (query, at) => {
        clock.advance(ANSWER_MS);
        return world.script(query, at);
      },
    },
    () => [
      [stripe.url, 'STRIPE'],
      [receiver.url, 'HOOK'],
    ],
    clock,
  );
  const { gateway, say } = still;
  const sayingBy = (by: string | null | undefined, { headers, ...more }: Saying, own: string): Saying => {
    const secret = by === undefined ? own : by;
    return {
      ...more,
      headers: { ...(secret !== null && { authorization: `Bearer ${secret}` }), ...headers },
    };
  };
  world = {
    ...{ still, stripe, hookUrl: `${receiver.url}/hook` },
    script: () => ({ ids: ['1', '2'], cursor: null }),
    keys: {} as World['keys'],
    ask: (title, target, { by, ...saying } = {}) =>
      say(title, gateway.url + target, sayingBy(by, saying, world.keys.rich.secret)),
    operate: (title, target, { by, ...saying } = {}) =>
      say(title, `${gateway.adminUrl}${target}`, sayingBy(by, saying, gateway.adminToken)),
    async close() {
      await still.close();
      await stripe.stop();
      receiver.server.closeAllConnections();
      receiver.server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return world;
}

export const post = (body?: unknown, headers?: Record<string, string>): Saying => ({
  method: 'POST',
  ...(body !== undefined && { body }),
  ...(headers && { headers }),
});
export const withId = (id: string) => ({ 'x-reelgate-request-id': id });
