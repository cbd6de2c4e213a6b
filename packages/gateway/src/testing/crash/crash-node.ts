// A gateway in the test's own process, on data that other processes have used or still use: the one that takes over after a crash, or a
// second node. The test may wrap its storage, and reads its books over the admin API.

import { assembleGateway, type Ports } from '../../assemble/assemble.ts';
import { openStorage } from '../../assemble/core.ts';
import { listenUrl } from '../../domain/network/listen-url.ts';
import type { FirstStart } from '../../start/first-start.ts';
import type { Storage } from '../../storage/storage.ts';
import { type CrashData, configOf, crashPorts } from './crash-gateway.ts';
import { JournaledPlatform } from './crash-platform.ts';

interface NodeOptions {
  ports?: Partial<Ports>;
  /** Wraps the gateway's storage. */
  around?(storage: Storage): Storage;
  /** The platform answers everything at once, without failures; the default. */
  isHealed?: boolean;
}

export interface OwnNode {
  url: string;
  adminUrl: string;
  firstStart: FirstStart | null;
  platform: JournaledPlatform;
  storage: Storage;
  close(): Promise<void>;
}

export async function startOwnNode(data: CrashData, options: NodeOptions = {}): Promise<OwnNode> {
  const platform = new JournaledPlatform(data.journal);
  platform.isHealed = options.isHealed ?? true;
  const around = options.around ?? ((storage: Storage) => storage);
  let storage!: Storage;
  const gateway = await assembleGateway(configOf(data), {
    ...crashPorts(platform),
    openStorage: async (...given) => {
      storage = around(await openStorage(...given));
      return storage;
    },
    ...options.ports,
  });
  const listening = await gateway.listen();
  return {
    url: listenUrl(listening.public),
    adminUrl: listenUrl(listening.admin),
    firstStart: listening.firstStart,
    platform,
    storage,
    close: () => gateway.drain(),
  };
}

export interface Books {
  balance: string;
  held: string;
  entries: { kind: string; amount: string; request_id: string | null }[];
  /** Request ids of calls that do not show what was asked. */
  unasked: string[];
}

export interface LedgerVerdict {
  clean: boolean;
  held: string;
}

type At = Pick<OwnNode, 'adminUrl'>;

export async function readBooks(at: At, token: string, name: string): Promise<Books> {
  const { account } = await adminAsk(at, token, `accounts/${name}`);
  const { entries } = await adminAsk(at, token, `accounts/${name}/entries?limit=500`);
  const { calls } = await adminAsk(at, token, `calls?account=${name}&limit=200`);
  const unasked = (calls as { asked: unknown; request_id: string }[]).filter(({ asked }) => asked === null);
  return {
    balance: account.balance,
    held: account.held,
    entries,
    unasked: unasked.map(({ request_id }) => request_id),
  };
}

export function verifyLedger(at: At, token: string): Promise<LedgerVerdict> {
  return adminAsk(at, token, 'ledger/verify', { full: true });
}

// biome-ignore lint/suspicious/noExplicitAny: admin answers have many shapes, and a wrong one fails the test.
export async function adminAsk({ adminUrl }: At, token: string, target: string, body?: object): Promise<any> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  return (await fetch(`${adminUrl}/admin/v1/${target}`, { headers, ...sent })).json();
}
