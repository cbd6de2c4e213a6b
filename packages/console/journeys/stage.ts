// Owns what stands behind the pages during a journey: a gateway as its operator has it, on one of the databases, and the same gateway
// asked without any page, to compare what the screen says with what the ledger says.
import { DataFolder, GatewayProcess } from '../../gateway/src/testing/gateway-process.ts';
import { PlatformServer } from '../../gateway/src/testing/platform-server.ts';
import { peertube } from '../../gateway/src/testing/platforms/peertube.ts';

/** More than a page of them. */
const TUBE_VIDEOS = 45;

export interface Stage {
  publicUrl: string;
  adminUrl: string;
  key: string;
  adminToken: string;
  /** A fresh link that signs in at the console. */
  consoleLink(role?: 'owner' | 'operator' | 'viewer'): Promise<string>;
  admin<T>(path: string, body?: object): Promise<T>;
  caller<T>(path: string): Promise<T>;
  strike(): Promise<void>;
}

/** Beside the library a platform of two providers: the first is down, so that every call of it shows a fail-over. */
const SETTINGS = (data: string, database: string | null, tube: string) => `data: ${data}
service: { public: "127.0.0.1:0", admin: "127.0.0.1:0" }
platforms: { library: [library], tube: [tube-east, tube-west] }
providers:
  library: { connector: library }
  tube-east: { connector: peertube, base_url: "http://127.0.0.1:9", allow_private: true, cost: "0.001" }
  tube-west: { connector: peertube, base_url: "${tube}", allow_private: true, cost: "0.002" }
payments: { min: "5", max: "1000", manual: { instructions: "Transfer {amount} {currency} and quote {reference}." } }
signup: { mode: invite, credit: "1" }
webhooks: { allow_private: true }
limits: { rate: { requests: 100000, per_seconds: 60, concurrent: 100 } }
${database === null ? '' : `storage: "${database}"\n`}`;

async function ask<T>(url: string, token: string, body?: object): Promise<T> {
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

export async function setStage(database: string | null): Promise<Stage> {
  const data = new DataFolder();
  const tube = new PlatformServer(peertube);
  tube.total = TUBE_VIDEOS;
  await tube.start();
  const gateway = new GatewayProcess([
    'serve',
    '--config',
    data.writeConfig(SETTINGS(data.path, database, tube.url)),
  ]);
  const publicUrl = await gateway.url();
  const adminUrl = gateway.adminUrl();
  const key = /rgk_live_\w+/.exec(gateway.out)![0];
  const adminToken = /rga_live_\w+/.exec(gateway.out)![0];
  const admin = <T>(path: string, body?: object) => ask<T>(`${adminUrl}/admin/v1${path}`, adminToken, body);
  return {
    publicUrl,
    adminUrl,
    key,
    adminToken,
    admin,
    caller: (path) => ask(publicUrl + path, key),
    async consoleLink(role = 'owner') {
      const { code } = await admin<{ code: string }>('/login-codes', { name: 'ann', role });
      return `${adminUrl}/#code=${code}`;
    },
    async strike() {
      gateway.kill('SIGTERM');
      await gateway.ended;
      await tube.stop();
      data.remove();
    },
  };
}
