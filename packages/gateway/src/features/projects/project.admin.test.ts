import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../../domain/account.ts';
import { makeAccount } from '../../verb/testing/account.ts';
import { type AdminWorld, createAdminWorld } from '../../verb/testing/world.ts';
import { keyCreate, keyUpdate } from '../keys/key.admin.ts';
import { projectCreate, projectList, projectRead, projectUpdate } from './project.admin.ts';

let world: AdminWorld;
let account: Account;
beforeAll(async () => {
  world = await createAdminWorld();
  account = await makeAccount(world.storage);
});
afterAll(() => world.close());

const create = (body: object) => world.ask(projectCreate, { body: { account: account.id, ...body } });
// biome-ignore lint/suspicious/noExplicitAny: an answer as a caller would see it.
const idOf = (answer: any): string => answer.project.id;

test('a project is made once per name, keeps its caps, and shows how they stand', async () => {
  const made = await create({ name: 'crawl', daily_cap: '5', total_cap: '0' });
  expect(made).toMatchObject({
    project: { name: 'crawl', daily_cap: '5.000000', monthly_cap: null, total_cap: '0.000000' },
    caps: [
      { scope: 'project', window: 'day', limit: '5.000000', spent: '0.000000', left: '5.000000' },
      { scope: 'project', window: 'total', left: '0.000000', resets_at: null },
    ],
  });
  expect(idOf(made)).toMatch(/^prj_[0-9A-Za-z]{16}$/);
  expect(await create({ name: 'crawl' })).toMatchObject({ code: 'CONFLICT' });
  const params = { project: idOf(made) };
  expect(await world.ask(projectRead, { params })).toEqual(made);
  const changed = await world.ask(projectUpdate, { params, body: { daily_cap: null, name: 'night' } });
  expect(changed).toMatchObject({ project: { name: 'night', daily_cap: null, total_cap: '0.000000' } });
  const listed = await world.ask(projectList, { query: { account: account.id } });
  expect(listed).toMatchObject({ projects: [{ id: params.project, name: 'night' }], next_cursor: null });
});

test('a name that is taken, an unknown account and an unknown project are told apart', async () => {
  await create({ name: 'first' });
  const second = await create({ name: 'second' });
  const rename = { params: { project: idOf(second) }, body: { name: 'first' } };
  expect(await world.ask(projectUpdate, rename)).toMatchObject({ code: 'CONFLICT' });
  const nobody = { params: { project: 'prj_of_nobody' } };
  expect(await world.ask(projectRead, nobody)).toMatchObject({ code: 'NOT_FOUND' });
  const update = { ...nobody, body: { name: 'x' } };
  expect(await world.ask(projectUpdate, update)).toMatchObject({ code: 'NOT_FOUND' });
  expect(await create({ account: 'nobody', name: 'x' })).toMatchObject({ code: 'NOT_FOUND' });
});

test('a key joins a project of its own account and no other', async () => {
  const own = idOf(await create({ name: 'own' }));
  const other = await makeAccount(world.storage);
  const foreign = idOf(await create({ account: other.id, name: 'foreign' }));
  const body = { account: account.id, name: 'k' };
  const refused = { code: 'INVALID_REQUEST', errors: [{ field: 'project' }] };
  expect(await world.ask(keyCreate, { body: { ...body, project: foreign } })).toMatchObject(refused);
  const made = await world.ask(keyCreate, { body: { ...body, project: own } });
  expect(made).toMatchObject({ key: { project_id: own } });
  const params = { key: (made.key as { id: string }).id };
  const update = (project: string | null) => world.ask(keyUpdate, { params, body: { project } });
  expect(await update(foreign)).toMatchObject(refused);
  expect(await update(null)).toMatchObject({ key: { project_id: null } });
});
