// A database without a library, as the first node finds it after an upgrade. The library is not sold, and the node reports why it is not
// ready. Everything works as soon as the operator has copied the records, or declared that there are none.
import { readFileSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '../testing/postgres-databases.ts';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';
import { importLibrary } from './import.ts';
import { openWriter } from './open-store.ts';
import { libraryPath } from './sqlite/database.ts';
import { stoppedClock, TestFolder, boxCatVideo as video } from './testing/test-folder.ts';

let database: TestDatabase;
let first: TestGateway;
/** The data folder of a node, with the library of an earlier release in a file. */
const folder = new TestFolder();

const settings = () => `
storage: "${database.url}"
service: { public: "127.0.0.1:0", admin: "[::1]:0" }
platforms: { library: [library], scripted: [first] }
providers: { library: { connector: library }, first: { connector: scripted } }
cache: { fresh_seconds: 0 }
`;
const start = (beside?: TestGateway) =>
  startTestGateway({ settings: settings(), folder: folder.path, ...(beside && { beside }) });

beforeAll(async () => {
  database = await freshDatabase();
  first = await start();
  await first.close();
});
afterAll(async () => {
  await database.drop();
  await folder.remove();
});

/** Restores the state in which an earlier release left the database. */
const forgetLibrary = () =>
  database.query(
    'TRUNCATE library_records, library_tallies, library_discussions, library_comments, library_places, library_tracks RESTART IDENTITY',
  );
const readiness = async (gateway: TestGateway) => {
  const { status, body } = await gateway.ask('/readyz', { key: null });
  return { status, detail: String(body.detail ?? '') };
};
const search = (gateway: TestGateway, id: string) =>
  gateway.search({ keyword: 'cat' }, { platform: 'library', id });

test('a first start has its library and is ready', async () => {
  const gateway = await start(first);
  expect(await readiness(gateway)).toMatchObject({ status: 200 });
  expect((await search(gateway, 'sample')).status).toBe(200);
  await gateway.close();
});

test('a library that is still in a file is not sold until it is copied into the database', async () => {
  await forgetLibrary();
  const file = new TestFolder();
  await file.add(video(1), video(2));
  const gateway = await start(first);
  const before = await gateway.money();
  const refused = await readiness(gateway);
  expect(refused.status).toBe(503);
  expect(refused.detail).toContain('reelgate library import');
  // The detail is public, so it contains no path of this machine.
  expect(refused.detail).not.toContain(folder.path);
  for (const id of ['one', 'one', 'two']) {
    const answer = await search(gateway, id);
    expect(answer.status).toBe(503);
    expect(answer.body).toMatchObject({ code: 'UPSTREAM_BUSY' });
  }
  for (const target of ['get_video_v2?id=v1', 'get_author_v2?author_id=UC1']) {
    const answer = await gateway.ask(`/api/u1/v1/library/app/${target}`);
    expect([target, answer.status]).toEqual([target, 503]);
  }
  expect(await gateway.money()).toEqual(before);
  // Everything else is served.
  expect((await gateway.search({ keyword: 'cat' })).status).toBe(200);
  const path = libraryPath(file.path);
  const bytes = readFileSync(path);
  await importLibrary({ place: { databaseUrl: database.url }, paths: [path], clock: stoppedClock });
  await expect.poll(() => readiness(gateway)).toMatchObject({ status: 200 });
  const sold = await search(gateway, 'one');
  expect(sold.body.items.map(({ id }: { id: string }) => id)).toEqual(['v2', 'v1']);
  expect(readFileSync(path).equals(bytes)).toBe(true);
  await gateway.close();
  await file.remove();
});

test('a library that the operator declares empty is sold as empty', async () => {
  await forgetLibrary();
  const gateway = await start(first);
  expect((await search(gateway, 'three')).status).toBe(503);
  const writer = await openWriter({ databaseUrl: database.url });
  await writer.begin();
  await writer.begin();
  await writer.close();
  await expect.poll(() => readiness(gateway)).toMatchObject({ status: 200 });
  const empty = await search(gateway, 'three');
  expect([empty.status, empty.body.items]).toEqual([200, []]);
  await gateway.close();
});

test('a file library that was moved away is not sold as an empty one, but its gateway is ready', async () => {
  const gateway = await startTestGateway();
  rmSync(libraryPath(gateway.folder));
  const before = await gateway.money();
  expect((await search(gateway, 'gone')).status).toBe(503);
  expect(await gateway.money()).toEqual(before);
  expect(await readiness(gateway)).toMatchObject({ status: 200 });
  await gateway.close();
});
