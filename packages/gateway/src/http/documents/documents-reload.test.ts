// What the documents say about this installation follows a reload of its settings at once.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { showcaseRecords } from '../../showcase/records.ts';
import { startTestGateway, TEST_SETTINGS, type TestGateway, testConfig } from '../../testing/test-gateway.ts';

const SETTINGS = `${TEST_SETTINGS}\npricing: { public: true }\n`;
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ settings: SETTINGS });
});
afterAll(() => gateway.close());

const reload = (settings: string) => gateway.reload(testConfig(gateway.folder, settings));
const textOf = async (target: string) => (await gateway.ask(target, { key: null })).text;

test('tools for agents are in the texts and the samples while they are served, and not after', async () => {
  const mentions = async () => ({
    short: (await textOf('/llms.txt')).includes('/mcp'),
    full: (await textOf('/llms-full.txt')).includes(`POST ${gateway.url}/mcp`),
    reference: (await textOf('/docs')).includes('tools/call'),
  });
  expect(await mentions()).toEqual({ short: true, full: true, reference: true });
  reload(`${SETTINGS}mcp: { enabled: false }\n`);
  expect(await mentions()).toEqual({ short: false, full: false, reference: false });
  reload(SETTINGS);
  expect(await mentions()).toEqual({ short: true, full: true, reference: true });
});

test('a platform is in the price lines from the reload that adds it to the one that takes it away', async () => {
  const isListed = async () => /^- `scripted`:/m.test(await textOf('/llms.txt'));
  const isInReference = async () => (await textOf('/docs')).includes('/v1/scripted/app/search_video_v2');
  expect([await isListed(), await isInReference()]).toEqual([true, true]);
  reload(SETTINGS.replace(', scripted: [first, second]', ''));
  expect([await isListed(), await isInReference()]).toEqual([false, false]);
  reload(SETTINGS);
  expect([await isListed(), await isInReference()]).toEqual([true, true]);
});

test('pictures of the showcase are served only where the showcase is a platform', async () => {
  const [id] = showcaseRecords().byId.keys();
  const statusOf = async () =>
    (await gateway.ask(`/api/showcase/v1/thumbnails/${id}.svg`, { key: null })).status;
  expect(await statusOf()).toBe(404);
  const served = SETTINGS.replace('platforms: {', 'platforms: { showcase: [north],').replace(
    'providers:\n',
    'providers:\n  north: { connector: showcase }\n',
  );
  reload(served);
  expect(await statusOf()).toBe(200);
  reload(SETTINGS);
  expect(await statusOf()).toBe(404);
});
