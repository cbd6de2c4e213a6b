// An operator's resume of a provider reaches every process exactly once.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestClock, type TestClock } from '../storage/contracts/storage.contract.ts';
import type { AuditRow } from '../storage/storage.ts';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';
import { followResumes } from './follow-resumes.ts';

const row = (id: number, action: AuditRow['action'] = 'provider.resume', subject = `p${id}`): AuditRow => ({
  id,
  atMs: 0,
  actor: 'x',
  action,
  subject,
  detail: {},
});

test('rows from before the start are ignored, later ones are handled once, in whatever order they appear', async () => {
  let rows = [row(3), row(2)];
  const taken: string[] = [];
  const storage = { audit: { list: async () => ({ items: rows, next: null }) } };
  const follow = await followResumes(storage, (provider) => taken.push(provider));
  await follow();
  expect(taken).toEqual([]);
  rows = [row(6), row(5, 'key.revoke'), ...rows];
  await follow();
  // Of two concurrent changes, the one with the lower number was committed last.
  rows = [row(6), row(5, 'key.revoke'), row(4), row(3), row(2)];
  await follow();
  await follow();
  expect(taken).toEqual(['p6', 'p4']);
});

const SETTINGS = `
service: { public: "127.0.0.1:0", admin: "[::1]:0" }
platforms: { scripted: [only] }
providers: { only: { connector: scripted } }
cache: { fresh_seconds: 0 }
`;

let gateway: TestGateway;
let clock: TestClock;
beforeEach(async () => {
  clock = createTestClock();
  gateway = await startTestGateway({ settings: SETTINGS, ports: { clock, chance: () => 0 } });
});
afterEach(() => gateway.close());

test('a provider that asked for a day of pause is asked again after an operator resumes it', async () => {
  gateway.script = () => ({ kind: 'rate_limited', detail: 'wrong unit', suspendMs: 24 * 3_600_000 });
  expect((await gateway.search({ keyword: 'a' })).status).toBe(503);
  gateway.script = () => ({ ids: ['1'], cursor: null });
  expect((await gateway.search({ keyword: 'b' })).status).toBe(503);
  expect((await gateway.admin('providers/nobody/resume', { method: 'POST', body: {} })).status).toBe(404);
  const resumed = await gateway.admin('providers/only/resume', { method: 'POST', body: {} });
  expect(resumed.body).toMatchObject({ provider: 'only', resumed: true });
  expect((await gateway.search({ keyword: 'c' })).status).toBe(200);
  const { body } = await gateway.admin('audit?subject=only');
  expect(body.rows).toMatchObject([
    { action: 'provider.resume', subject: 'only', actor: expect.stringMatching(/^admin:/) },
  ]);
});
