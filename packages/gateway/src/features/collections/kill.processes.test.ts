// A collection whose node is killed with SIGKILL in the middle: the next node goes on, and the export has every item once.
import { writeFileSync } from 'node:fs';
import { afterAll, expect, test, vi } from 'vitest';
import { DataFolder, GatewayProcess, run } from '../../testing/gateway-process.ts';

const folder = new DataFolder();
let node: GatewayProcess | null = null;
afterAll(() => {
  node?.kill('SIGKILL');
  folder.remove();
});

/** One request a second to the library, so that the collection lasts for several. */
const SETTINGS = `
data: ${JSON.stringify(folder.path)}
service: { public: "127.0.0.1:0", admin: "127.0.0.1:0" }
platforms: { library: [library] }
providers: { library: { connector: library, requests_per_second: 2 } }
gathering: { provider_share: 1 }
`;

async function serve(config: string): Promise<string> {
  node = new GatewayProcess(['serve', '--config', config]);
  return node.url();
}

test('300 items through kill -9 give the same export as without', async () => {
  const config = folder.writeConfig(SETTINGS);
  const lines = Array.from({ length: 300 }, (_, i) => JSON.stringify({ id: `v${i}`, title: `zebra ${i}` }));
  const file = `${folder.path}/videos.jsonl`;
  writeFileSync(file, lines.join('\n'));
  const first = await serve(config);
  const imported = await run(['library', 'import', file, '--config', config]);
  expect(imported.code, imported.err).toBe(0);
  const key = /rgk_live_\w+/.exec(node!.out)![0];
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({
    ...{ path: '/api/u1/v1/library/app/search_video_v2', query: { keyword: 'zebra' } },
    ...{ items_max: 1_000, budget: '5' },
  });
  const made = await fetch(`${first}/api/collections/v1`, { method: 'POST', headers, body });
  const { collection } = (await made.json()) as { collection: { id: string } };
  const read = async (url: string) =>
    (
      (await (await fetch(`${url}/api/collections/v1/${collection.id}`, { headers })).json()) as {
        collection: { state: string; items: number; pages: number };
      }
    ).collection;
  await vi.waitFor(async () => expect((await read(first)).pages).toBeGreaterThan(0), {
    timeout: 20_000,
    interval: 20,
  });
  expect((await read(first)).state).toBe('running');
  node!.kill('SIGKILL');
  await node!.ended;
  const next = await serve(config);
  const done = await vi.waitFor(
    async () => {
      const now = await read(next);
      expect(now.state).toBe('done');
      return now;
    },
    { timeout: 60_000, interval: 100 },
  );
  expect(done.items).toBe(300);
  const text = await (await fetch(`${next}/api/collections/v1/${collection.id}/export`, { headers })).text();
  const ids = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).id as string);
  expect(new Set(ids).size).toBe(300);
  const verified = await run(['ledger', 'verify', '--config', config]);
  expect(verified.code, verified.out).toBe(0);
}, 120_000);
