// The types of the table are checked by `tsc`: each `@ts-expect-error` fails there when the line below it compiles.
import { expect, test } from 'vitest';
import { inBackground } from '../domain/in-background.ts';
import { expireGrants, giveGrant, listGrants } from './nouns/grants.ts';
import { readWebhookToSend } from './nouns/webhooks.ts';
import { buildPort, read, readNow, type Untyped, write } from './port.ts';
import { type PostgresNatives, nativeVerbs as postgres } from './postgres/native-verbs.ts';
import { type SqliteNatives, nativeVerbs as sqlite } from './sqlite/native-verbs.ts';
import type { Storage } from './storage.ts';
import { type NativeVerbs, verbs } from './verbs.ts';

test('a verb with the wrong function, name or input does not compile', () => {
  const table = { 'grants.give': write(giveGrant), 'grants.expire': write(expireGrants) };
  const port = buildPort(table, (): Untyped => async () => null);
  // @ts-expect-error a grant needs an account
  inBackground(port.grants.give({ id: 'g1' }));
  // @ts-expect-error no verb has this name
  expect(port.grants.gve).toBeUndefined();
  // @ts-expect-error the verb takes no input
  inBackground(port.grants.expire({}));
  // @ts-expect-error a writing cannot be registered as a reading: it asks for more than rows
  read(giveGrant);
  // @ts-expect-error a reading that needs the time cannot be registered without it
  read(readWebhookToSend);
  // @ts-expect-error a reading that needs the language of the database gets the time in its place
  readNow(verbs['calls.list'].run);
  // @ts-expect-error the port's `give` is not its `list`
  const give: Storage['grants']['give'] = buildPort({ 'a.b': read(listGrants) }, () => async () => null).a.b;
  expect(give).toBeTypeOf('function');
});

test('a backend without a native verb, with another one or with the wrong one does not compile', () => {
  const { 'calls.expire': expireSqlite, ...lackingSqlite } = sqlite;
  const { 'calls.expire': expirePostgres, ...lackingPostgres } = postgres;
  // @ts-expect-error `calls.expire` is missing
  const lackingOne: SqliteNatives = lackingSqlite;
  // @ts-expect-error `calls.expire` is missing
  const lackingTwo: PostgresNatives = lackingPostgres;
  // @ts-expect-error a native verb that the table does not have
  const extra: SqliteNatives = { ...sqlite, 'calls.expre': expireSqlite };
  // @ts-expect-error the function of another verb
  const wrongOne: SqliteNatives = { ...sqlite, 'calls.expire': sqlite['usage.purge'] };
  // @ts-expect-error the function of another verb
  const wrongTwo: PostgresNatives = { ...postgres, 'calls.expire': postgres['usage.purge'] };
  // @ts-expect-error a verb that is written once is not a native one
  const once: keyof NativeVerbs = 'grants.give';
  expect([lackingOne, lackingTwo, extra, wrongOne, wrongTwo, once, expirePostgres]).toHaveLength(7);
});

test('the port has every verb of the table under its name, bound once', async () => {
  const bound: string[] = [];
  const port = buildPort(verbs, (name) => {
    bound.push(name);
    return async (input) => [name, input];
  });
  expect(bound).toEqual(Object.keys(verbs));
  expect(await port.grants.give({ id: 'g1' } as Parameters<typeof port.grants.give>[0])).toEqual([
    'grants.give',
    { id: 'g1' },
  ]);
  expect(await port.revision()).toEqual(['revision', undefined]);
});

test('no function is bound to two verbs: a row that names the function of its neighbour is noticed', () => {
  const functions = Object.values(verbs).flatMap((verb) => ('run' in verb ? [verb.run] : []));
  expect(new Set(functions).size).toBe(functions.length);
});
