// The path of gathered calls on a real ledger, with a scripted platform. What a settled call writes about its owner is kept in memory, so
// that these tests need no collection and no watch.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { callDepsOf } from '../../../assemble/calls.ts';
import { type Core, openCore, type Ports, systemPorts } from '../../../assemble/core.ts';
import { connectors } from '../../../connectors/index.ts';
import { isFailure } from '../../../domain/failure.ts';
import { toMicros } from '../../../domain/money.ts';
import { pageRequestId, runRequestId } from '../../../domain/request-id.ts';
import { silentLog } from '../../../observe/log.ts';
import type { PageFound, RunFound, SettleGathered } from '../../../storage/storage.ts';
import { addPayer, keyIdOf } from '../../../storage/testing/payer.ts';
import { fillDataFolder } from '../../../testing/prepared-folder.ts';
import { type Script, scriptedConnector, scriptedTransport } from '../../../testing/scripted-platform.ts';
import { TEST_SETTINGS, testConfig } from '../../../testing/test-gateway.ts';
import type { CallDeps } from '../../call-deps.ts';
import { collectPage } from '../collect-page.ts';
import { findHolder } from '../gather-terms.ts';
import type { CollectRequest, GatherOutcome, PageRead, RunRead, RunRequest } from '../gathered.ts';
import { watchRun } from '../watch-run.ts';

export const SEARCH = '/api/u1/v1/scripted/app/search_video_v2';
export const LOOK_UP = '/api/u1/v1/scripted/app/get_video_v2';

const PRICES = `
prices:
  endpoints:
    - { path: "/api/*/v1/*/app/search_video_v2", unit_price: "0.012" }
    - { path: "/api/u1/v1/*/collect/search_video_v2", unit: item, unit_price: "0.001", minimum: "0.002" }
    - { path: "/api/u1/v1/*/watch/search_video_v2", unit: item, unit_price: "0.001", minimum: "0.0005" }
    - { path: "/api/u1/v1/*/collect/get_video_v2", unit_price: "0.004" }
`;
/** Micro-units, as above. */
export const ITEM = 1_000;
export const PAGE_MINIMUM = 2_000;
export const CHECK = 500;
const COLLECTION = 'col_0123456789abcdef';
export const WATCH = 'wat_0123456789abcdef';

export class GatherRig {
  readonly core: Core;
  readonly deps: CallDeps;
  readonly seen = new Set<string>();
  readonly found: (PageFound | RunFound)[] = [];
  script: Script = () => ({ ids: [], cursor: null });
  /** Questions that the platform was asked. */
  asked = 0;
  readonly #folder: string;

  constructor(core: Core, folder: string) {
    this.core = core;
    this.#folder = folder;
    const deps = callDepsOf(core);
    this.deps = {
      ...deps,
      storage: {
        ...deps.storage,
        gathered: { ...deps.storage.gathered, settle: (input) => this.settle(input) },
      },
    };
  }

  /** A test may replace it, to look at the moment before the commit. */
  settle = async ({ settle, further = [], found }: SettleGathered) => {
    const [settled] = await Promise.all(
      [settle, ...further].map((one) => this.core.storage.calls.settle(one)),
    );
    if (settled!.kind === 'settled') {
      this.found.push(found);
      for (const item of found.seen) this.seen.add(item);
    }
    return settled!;
  };

  async collect(page: number, more: Partial<CollectRequest> = {}, account = 'acc'): Promise<GatherOutcome> {
    const holder = await findHolder(this.core.storage, keyIdOf(account));
    const foundOf = (read: PageRead): PageFound => ({
      ...read,
      ...{ kind: 'page', collectionId: COLLECTION, page, keepMs: 1 },
      next: read.pcursor === null ? { end: 'exhausted' } : { question: 0, pcursor: read.pcursor },
    });
    return collectPage(this.deps, {
      holder: holder!,
      requestId: pageRequestId(COLLECTION, page),
      path: SEARCH,
      query: { keyword: 'cat', count: '10' },
      ceilingMicros: toMicros(1_000_000),
      itemsLeft: 1_000,
      seen: this.#seenOf,
      foundOf,
      ...more,
    });
  }

  async watch(run: number, more: Partial<RunRequest> = {}, deps = this.deps): Promise<GatherOutcome> {
    const holder = await findHolder(this.core.storage, keyIdOf('acc'));
    const foundOf = ({ lines, pages, gap, isCut, ...read }: RunRead): RunFound => ({
      ...read,
      marksAgain: isCut,
      ...{ kind: 'run', watchId: WATCH, dueAtMs: 0, everyMs: 1, eventLines: lines },
      run: { number: run, slotMs: 0, lateBySeconds: 0, pages, gap },
    });
    return watchRun(deps, {
      holder: holder!,
      requestId: runRequestId(WATCH, run),
      path: SEARCH,
      query: { keyword: 'cat', count: '10' },
      ceilingMicros: toMicros(1_000_000),
      pagesMax: 3,
      isDeeper: false,
      marksOnly: false,
      seen: this.#seenOf,
      foundOf,
      ...more,
    });
  }

  #seenOf = async (items: readonly string[]) => new Set(items.filter((item) => this.seen.has(item)));

  /** Ids of the records in the last commit. */
  lastIds(): string[] {
    const { body } = this.found.at(-1)!;
    if (body === null) return [];
    const lines = gunzipSync(body).toString().trimEnd().split('\n');
    return lines.map((line) => (JSON.parse(line) as { id: string }).id);
  }

  async money(account = 'acc'): Promise<{ balance: number; held: number }> {
    const found = await this.core.storage.accounts.find({ idOrName: account });
    return { balance: found!.balanceMicros, held: found!.heldMicros };
  }

  async close(): Promise<void> {
    const { differences } = await this.core.storage.ledger.verify();
    await this.core.http.close();
    await this.core.library.close();
    await this.core.storage.close();
    rmSync(this.#folder, { recursive: true, force: true });
    expect(differences).toEqual([]);
  }
}

/** `edit` changes the settings, which are YAML. */
export async function openRig(
  edit = (settings: string) => settings,
  ports: Partial<Pick<Ports, 'clock' | 'connectors'>> = {},
): Promise<GatherRig> {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-gather-'));
  await fillDataFolder(folder);
  const config = testConfig(folder, edit(`${TEST_SETTINGS}${PRICES}`));
  let rig: GatherRig;
  const asking: Script = (query, at) => {
    rig.asked++;
    return rig.script(query, at);
  };
  const core = await openCore(config, {
    ...systemPorts,
    log: silentLog,
    connectors: [...connectors, scriptedConnector],
    transports: { 'scripted:': scriptedTransport(() => asking) },
    ...ports,
  });
  rig = new GatherRig(core, folder);
  await addPayer(core.storage, 'acc', 10_000);
  await addPayer(core.storage, 'bystander', 100);
  return rig;
}

/** A list of these ids, in pages of ten. */
export const listOf =
  (ids: readonly string[]): Script =>
  (query) => {
    const from = Number(query.get('cursor') || 0);
    const till = from + Number(query.get('count'));
    return { ids: ids.slice(from, till), cursor: till < ids.length ? String(till) : null };
  };

export const numbers = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => String(from + i));

export const codeOf = (outcome: GatherOutcome) => (isFailure(outcome) ? outcome.code : outcome.kind);
