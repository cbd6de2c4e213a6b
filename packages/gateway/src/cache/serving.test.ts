// The cache as callers see it: over HTTP, with a whole gateway.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../domain/clock.ts';
import { importLibrary } from '../library/index.ts';
import { startTestGateway, type TestGateway, testConfig } from '../testing/test-gateway.ts';

const SETTINGS = `
service: { public: "127.0.0.1:0", admin: "[::1]:0" }
platforms: { library: [library], scripted: [first] }
providers:
  library: { connector: library }
`;

let gateway: TestGateway;
afterEach(() => gateway.close());

/** A platform that numbers its answers, so that a cached one is recognised. */
function numbering() {
  let asked = 0;
  return () => {
    asked += 1;
    return { ids: [`answer-${asked}`], seconds: [100], cursor: null };
  };
}

async function idGiven(filters: object = {}): Promise<string> {
  const { body } = await gateway.search({ keyword: 'cat', ...filters });
  return body.items[0].id;
}

test('a reload that changes a provider drops the answers it gave before; any other reload does not', async () => {
  const settingsWith = (more: string) => `${SETTINGS}  first: { connector: scripted${more} }\n`;
  gateway = await startTestGateway({ settings: settingsWith(''), script: numbering() });
  expect([await idGiven(), await idGiven()]).toEqual(['answer-1', 'answer-1']);
  gateway.reload(testConfig(gateway.folder, `${settingsWith('')}limits: { keyword_chars_max: 100 }\n`));
  expect(await idGiven()).toBe('answer-1');
  gateway.reload(testConfig(gateway.folder, settingsWith(', user_agent: Another/1')));
  expect(await idGiven()).toBe('answer-2');
});

test('a reload can switch the cache off', async () => {
  const settings = `${SETTINGS}  first: { connector: scripted }\n`;
  gateway = await startTestGateway({ settings, script: numbering() });
  gateway.reload(testConfig(gateway.folder, `${settings}cache: { fresh_seconds: 0 }\n`));
  expect([await idGiven(), await idGiven()]).toEqual(['answer-1', 'answer-2']);
});

test('searches with different filters have answers of their own, also where a request id takes them for equal', async () => {
  const settings = `${SETTINGS}  first: { connector: scripted }\n`;
  gateway = await startTestGateway({ settings, script: numbering() });
  const filters = [{ duration_max: '239' }, { duration: 'short' }, { duration_min: '1' }, {}];
  for (const [n, filter] of filters.entries()) expect(await idGiven(filter)).toBe(`answer-${n + 1}`);
  for (const [n, filter] of filters.entries()) expect(await idGiven(filter)).toBe(`answer-${n + 1}`);
});

test('an import into the library is visible in the next search', async () => {
  gateway = await startTestGateway();
  const titles = async () => {
    const { body } = await gateway.search({ keyword: 'zeppelin' }, { platform: 'library' });
    return body.items.map(({ title }: { title: string }) => title);
  };
  expect(await titles()).toEqual([]);
  const file = path.join(gateway.folder, 'new.jsonl');
  writeFileSync(file, '{"id":"z1","title":"zeppelin over the lake"}\n');
  await importLibrary({ place: { dataDir: gateway.folder }, paths: [file], clock: systemClock });
  expect(await titles()).toEqual(['zeppelin over the lake']);
});
