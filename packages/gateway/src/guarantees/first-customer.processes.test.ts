// The guide to a first customer, typed by a reader: its commands run from top to bottom beside a gateway that just started, and the ledger
// then has the figures that the guide names.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DataFolder, GatewayProcess, run } from '../testing/gateway-process.ts';

const ROOT = path.join(import.meta.dirname, '../../../..');
const GUIDE = readFileSync(path.join(ROOT, 'docs/guides/first-customer.md'), 'utf8');
/** `npx reelgate` is the command of this tree, and `curl` fails when the gateway refuses. */
const PREAMBLE = `set -euo pipefail
curl() { command curl --fail-with-body "$@"; }
npx() { shift; "${process.execPath}" "${path.join(ROOT, 'packages/gateway/bin/reelgate.js')}" "$@"; }
`;

const commands = [...GUIDE.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code]) => code!);

let data: DataFolder;
let gateway: GatewayProcess;
let config: string;
let url: string;
beforeAll(async () => {
  data = new DataFolder();
  config = data.writeConfig(
    `data: ${data.path}/data\nservice: { public: "127.0.0.1:0", admin: "127.0.0.1:0" }\n`,
  );
  gateway = new GatewayProcess(['serve', '--config', config]);
  url = await gateway.url();
});
afterAll(async () => {
  gateway.kill('SIGTERM');
  await gateway.ended;
  data.remove();
});

test('its commands run from top to bottom, and the customer has what the guide says', async () => {
  expect(commands.length).toBeGreaterThan(6);
  const script = PREAMBLE + commands.join('\n').replaceAll('http://127.0.0.1:8080', url);
  const env = { PATH: process.env.PATH ?? '', HOME: data.path, REELGATE_CONFIG: config };
  const said = execFileSync('bash', ['-c', script], { cwd: data.path, env, encoding: 'utf8' });
  const { out } = await run(['account', 'show', 'clipco', '--json', '--config', config]);
  const { account } = JSON.parse(out) as { account: { balance: string; held: string } };
  const left = /leaves (\d+\.\d+)\./.exec(GUIDE)![1]!;
  expect(account).toMatchObject({ balance: Number(left).toFixed(6), held: '0.000000' });
  expect(said).toContain('invoice-1');
  expect(
    JSON.parse(readFileSync(path.join(data.path, 'first-call.json'), 'utf8')).items.length,
  ).toBeGreaterThan(0);
}, 120_000);
