// `collect …` against a whole gateway: the file is whole, a cut download goes on, and the same id goes on with the same
// collection.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.ts';
import { TestCli } from '../testing/cli.ts';

let gateway: TestGateway;
let cli: TestCli;
const listOf = (total: number) => (query: URLSearchParams) => {
  const from = Number(query.get('cursor') ?? 0);
  const to = Math.min(total, from + Number(query.get('count')));
  const ids = Array.from({ length: to - from }, (_, i) => String(from + i));
  return { ids, cursor: to < total ? String(to) : null };
};

beforeAll(async () => {
  gateway = await startTestGateway({ script: listOf(120) });
  const endpoints = [{ path: '/api/*/v1/*/collect/*', unit_price: '0.012' }];
  await gateway.admin('catalog/versions', { method: 'POST', body: { mode: 'merge', endpoints } });
  cli = new TestCli();
  cli.world.goesOn = () => new Promise((resolve) => setTimeout(() => resolve(true), 20));
});
afterAll(async () => {
  await cli.close();
  await gateway.close();
});

const collect = (...more: string[]) =>
  cli.run(
    'collect',
    'scripted',
    'cat',
    '--items',
    '100',
    '--budget',
    '1',
    '--url',
    gateway.url,
    '--key',
    gateway.key,
    ...more,
  );

async function tagOf(id: string): Promise<string> {
  const headers = { 'accept-encoding': 'identity' };
  return (await gateway.ask(`/api/collections/v1/${id}/export`, { headers })).headers.get('etag')!;
}

test('it writes all records; the same id again costs nothing and writes the same file; a cut file is completed', async () => {
  const out = `${cli.folder}/cats.jsonl`;
  const first = await collect('--out', out, '--id', 'cats');
  expect([first.code, first.err]).toEqual([0, '']);
  const text = readFileSync(out, 'utf8');
  expect(text.trim().split('\n')).toHaveLength(100);
  const { balance } = await gateway.money();
  // Other bytes in place of those that were written before the cut: they stay, because only the rest is fetched.
  writeFileSync(`${out}.part`, 'x'.repeat(1_000));
  writeFileSync(
    `${out}.part.tag`,
    await tagOf(JSON.parse((await collect('--id', 'cats', '--json')).out).collection.id),
  );
  const again = await collect('--out', out, '--id', 'cats', '--json');
  expect(again.code).toBe(0);
  expect(readFileSync(out, 'utf8')).toBe('x'.repeat(1_000) + text.slice(1_000));
  expect([existsSync(`${out}.part`), (await gateway.money()).balance]).toEqual([false, balance]);
  const { id } = JSON.parse(again.out).collection;
  const shown = await cli.run('collect', 'show', id, '--url', gateway.url, '--key', gateway.key);
  expect(shown.out).toContain('done');
});

test('a terminal sees a progress bar, a pipe does not', async () => {
  gateway.script = async (query) => {
    await new Promise((resolve) => setTimeout(resolve, 60));
    return listOf(120)(query);
  };
  const piped = await collect('--wait', '--id', 'piped');
  expect([piped.code, piped.err]).toEqual([0, '']);
  cli.world.isTerminal = true;
  const watched = await collect('--wait', '--id', 'watched');
  cli.world.isTerminal = false;
  expect(watched.err).toContain('items');
  // The bar is gone before the result is written.
  expect(watched.err.split('\r').at(-1)).toBe('\u001b[K');
  expect(watched.out).toContain('done');
});

test('Ctrl-C leaves it running and says how to go on', async () => {
  gateway.script = () => ({ kind: 'unavailable', detail: 'down' });
  const before = cli.world.interrupted;
  cli.world.interrupted = () => new Promise((resolve) => setTimeout(resolve, 100, 'SIGINT'));
  const stopped = await collect('--wait', '--id', 'stopped');
  cli.world.interrupted = before;
  expect([stopped.code, stopped.err]).toEqual([130, expect.stringContaining('--id stopped')]);
  gateway.script = listOf(120);
});

test('a refusal is one line with its code', async () => {
  const refused = await cli.run(
    'collect',
    'scripted',
    'x',
    '--budget',
    '0.001',
    '--url',
    gateway.url,
    '--key',
    gateway.key,
  );
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('PRICE_CEILING')]);
});
