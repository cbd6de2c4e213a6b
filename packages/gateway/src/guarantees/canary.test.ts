// Canaries: a key, an admin token, the service secret and a provider's token are sent wherever a careless client or a bug could
// put them. None of them may appear in a log line, an error body, a metric or a file.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DataFolder, GatewayProcess, run } from '../testing/gateway-process.ts';

const PROVIDER_TOKEN = 'canary-provider-token-5d0c';

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile());
}

test('no secret comes back in a log line, an error body, a metric or a file', async () => {
  const folder = new DataFolder();
  const data = path.join(folder.path, 'data');
  const config = folder.writeConfig(
    [
      `data: ${data}`,
      'service: { public: "127.0.0.1:0", admin: "127.0.0.1:0" }',
      'providers: { library: { connector: library, token: "${CANARY}" } }',
      'log: { level: debug }',
    ].join('\n'),
  );
  const start = () => new GatewayProcess(['serve', '--config', config], { CANARY: PROVIDER_TOKEN });
  const first = start();
  await first.url();
  const key = /key {4}(rgk_\S+)/.exec(first.out)![1]!;
  const token = /admin {2}(rga_\S+)/.exec(first.out)![1]!;
  first.kill('SIGTERM');
  await first.ended;
  const secret = readFileSync(path.join(data, 'service.secret'), 'utf8');

  const gateway = start();
  const url = await gateway.url();
  const adminUrl = /admin (http:[^)]+)/.exec(gateway.out)![1]!;
  const bodies: string[] = [];
  const send = async (target: string, init: RequestInit = {}) => {
    bodies.push(await (await fetch(target, init)).text());
  };
  const bearer = (value: string) => ({ headers: { authorization: `Bearer ${value}` } });
  const json = (body: string) => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body });

  for (const canary of [key, token]) {
    await send(`${url}/api/u1/v1/library/app/search_video_v2?keyword=&key=${canary}`, bearer(key));
    await send(`${url}/api/u1/v1/${canary}/app/search_video_v2?keyword=a`, bearer(`${canary}x`));
    await send(`${url}/${canary}`);
    await send(`${url}/api/test/apikey`, json(`{"key":"${canary}`));
    await send(`${url}/api/test/apikey`, json(`{"key":"${canary}","more":1}`));
    await send(`${url}/api/test/apikey`, json(`{"key":"${canary}"}`));
    await send(`${url}/api/account/v1/balance`, bearer(`${canary}\t`));
    await send(`${adminUrl}/admin/v1/accounts`, bearer(canary));
    await send(`${adminUrl}/admin/v1/keys/${canary}`, bearer(token));
    await send(`${adminUrl}/admin/v1/accounts`, { ...json(`{"name":"${canary}"`), ...bearer(token) });
  }
  await send(`${url}/api/u1/v1/library/app/search_video_v2?keyword=cat`, bearer(key));
  await send(`${adminUrl}/metrics`, bearer(token));
  gateway.kill('SIGTERM');
  const { out, err } = await gateway.ended;
  const doctor = await run(['doctor', '--config', config], { CANARY: PROVIDER_TOKEN });
  const check = await run(['config', 'check', config, '--json'], { CANARY: PROVIDER_TOKEN });

  const heard = {
    bodies: bodies.join('\n'),
    logs: out + err,
    commands: doctor.out + doctor.err + check.out + check.err,
    files: filesBelow(data)
      .filter((file) => !file.endsWith('service.secret'))
      .map((file) => readFileSync(file, 'latin1'))
      .join('\n'),
  };
  folder.remove();
  for (const [where, text] of Object.entries(heard)) {
    for (const canary of [key, token, secret, PROVIDER_TOKEN]) {
      expect(text.includes(canary), `a secret came back in ${where}`).toBe(false);
    }
  }
}, 60_000);
