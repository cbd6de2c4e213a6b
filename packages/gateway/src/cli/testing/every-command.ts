// Runs every command once, in a sequence in which each finds what it needs. Tests use it to look at the output of all commands; one that is
// missing here fails them.

import { join } from 'node:path';
import { toMicros, ZERO } from '../../domain/money.ts';
import type { Payments } from '../../domain/payment-port.ts';
import { NO_ENTRIES_YET, StatementSums } from '../../domain/statement.ts';
import { newCollection, newWatch } from '../../storage/testing/gathered.ts';
import { makeCall, makeKey } from '../../verb/testing/account.ts';
import type { TestCli } from './cli.ts';

/** A card provider that makes every refund. */
const CARDS = {
  way: 'stripe',
  bounds: { minMicros: ZERO, maxMicros: ZERO, stepMicros: 1 },
  cards: { refund: async () => ({ kind: 'made' }) },
} as unknown as Payments;

const SELLER = { name: 'S', address: null, taxId: null, taxNote: null };

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Other', version: '1' },
  servers: [{ url: 'https://other.example' }],
  paths: {
    '/a': { get: { operationId: 'a', responses: {} } },
    '/b': { trace: { operationId: 'b', responses: {} } },
  },
};

const WATCH_WORDS = ['list', 'show', 'items', 'runs', 'pause', 'resume', 'run', 'feed', 'end'];

/** Runs one command and returns its JSON. */
// biome-ignore lint/suspicious/noExplicitAny: the answers have every shape.
type RunCommand = (name: string, ...more: string[]) => Promise<any>;

export async function runEveryCommand(cli: TestCli, run: RunCommand): Promise<void> {
  await run('catalog apply', `${cli.folder}/reelgate.yaml`, '--yes');
  await run('account create', 'acme', '--top-up', '25', '--reference', 'r-1', '--rate', '600/60:5');
  await run('account topup', 'acme', '1', '--reference', 'r-2');
  await run('account adjust', 'acme', '1', '--reference', 'r', '--reason', 'x');
  await run('account update', 'acme', '--low-balance', '5');
  await cli.run('account', 'update', 'acme', '--low-balance', 'none');
  await run('account disable', 'acme');
  await run('account enable', 'acme');
  await run('account close', 'acme');
  await run('account reopen', 'acme');
  await run('account show', 'acme');
  await run('account list');
  const { key, secret } = await run('key create', 'acme', '--daily-cap', '5', '--rate', '1/2');
  await run('key check', secret);
  await run('key update', key.id, '--name', 'laptop');
  await run('key rotate', key.id);
  await run('key show', key.id);
  await run('key list');

  const { project } = await run('project create', 'acme', 'crawl', '--daily-cap', '5');
  await run('project list');
  await run('project show', project.id);
  await run('project update', project.id, '--name', 'night');

  const node = await cli.open(true);
  const account = await node.accounts.find({ idOrName: 'acme' });
  const { holder } = await makeKey(node, account!.id);
  await makeCall(node, holder, 'call-1', '0.5');
  const question = { path: '/p', query: { keyword: 'x' } };
  const named = { platform: 'library', keyId: holder.key.id };
  await node.collections.create(
    newCollection(account!.id, { ...named, id: 'col_cli', itemsMax: 1, questions: [question] }),
  );
  const of = { accountId: account!.id, toSeq: 1 };
  const sums = new StatementSums({ digest: NO_ENTRIES_YET, closingMicros: 0 });
  for (const entry of await node.statements.entries({ ...of, afterSeq: 0 })) sums.add(entry);
  await node.statements.keep({
    ...{ ...of, month: '2026-10', fromSeq: 1, openingMicros: ZERO, seller: SELLER },
    ...{ closingMicros: toMicros(sums.closingMicros), digest: sums.digest, lines: sums.lines() },
  });
  await node.complaints.file({
    ...{ actor: 'x', id: 'cmp_1', accountId: account!.id, requestId: 'call-1', reason: 'x', rule: null },
    ...{ provider: null, costMicros: ZERO, allowanceMicros: ZERO, automaticPerDay: 0 },
  });
  await node.payments.order({
    ...{ actor: 'x', id: 'top_1', accountId: account!.id, way: 'manual', savesCard: false },
    ...{ amountMicros: toMicros(5_000_000), openMax: 5 },
  });
  await node.watches.create(
    newWatch(account!.id, {
      ...{ ...named, ...question, actor: 'x', id: 'wat_1', keyId: key.id, requestId: 'w' },
      ...{ everyMs: 900_000, baseline: 'mark' },
    }),
  );
  await run('config reload');
  await run('providers');
  await run('providers fault', 'library', 'none');
  await run('top');
  await run('doctor');
  await node.close();

  await run('call list', '--state', 'settled');
  await run('call show', 'call-1');
  await run('lookup', 'acme');
  const { webhook } = await run('webhook create', 'https://a.example/', '--account', 'acme');
  await run('webhook list', '--account', 'acme');
  await run('webhook test', webhook.id);
  await run('webhook replay', webhook.id, '--after', '0');
  await run('webhook rotate', webhook.id);
  await run('webhook remove', webhook.id);
  await run('admin watches list', '--late');
  await run('admin watches list', '--account', 'acme');
  await run('admin watches show', 'wat_1');
  await run('admin watches pause', 'wat_1');
  await run('admin watches resume', 'wat_1');
  await run('admin watches end', 'wat_1');
  for (const word of WATCH_WORDS)
    await run(`watch ${word}`, ...(word === 'list' ? [] : ['wat_1']), '--key', 'k');
  await run('watch', '/p', 'keyword=x', '--every', '6h', '--key', 'k');
  await run('admin collections list');
  await run('admin collections show', 'col_cli');
  await run('admin collections stop', 'col_cli');
  await run('events list', 'acme', '--limit', '1');
  await run('payments topups');
  await run('payments disputes');
  await run('payments recharges');
  await run('complaint list');
  await run('complaint show', 'cmp_1');
  await run('complaint decide', 'cmp_1', 'refuse', '--reason', 'x');
  await run('account refund', 'acme', '--request-id', 'call-1', '--reason', 'x');
  await run('account statement', 'acme');
  await run('account topup', 'acme', '1', '--reference', 'stripe:pi_1');
  cli.payments = CARDS;
  await run('account payback', 'acme', '--payment', 'stripe:pi_1', '--reason', 'x');
  await run('payments paybacks');
  await run('statements list');
  await run('statements show', '1');
  await run('usage', '--by', 'account');
  await run('usage', '--by', 'provider');
  await run('usage', '--by', 'key');
  await run('ledger verify');
  await run('key revoke', key.id);
  await run('catalog show');
  await run('catalog history');
  await run('price', '/api/u1/v1/library/app/search_video_v2', '--account', 'acme');
  await run('console', '--role', 'viewer');
  await run('account grant', 'acme', '1', '--kind', 'promo', '--reason', 'x');
  await run('account grants', 'acme');
  await run('account recharge', 'acme');
  const { invite } = await run('invites create');
  await run('invites list');
  await run('invites revoke', invite.id);
  await run('token create', 'one');
  const { token } = await run('token create', 'two');
  await run('token list');
  await run('token revoke', token.id);
  await run('audit', '--limit', '1');
  await run('duties', '--kind', 'statements');
  await run('providers resume', 'library');

  await run(
    'library import',
    cli.write(
      'v.jsonl',
      '{"id":"1","title":"x","language":"en"}\n{"id":"2","title":"x","language":"en"}\n{"id":\n',
    ),
  );
  await run('library create');
  await run('library list');
  await run('library remove', '2', '--reason', 'x');
  await run('library show', '1');
  await run('library export', `${cli.folder}/records.jsonl`);
  await run('library stats');
  await run('library remove-sample');
  await run('storage backup', `${cli.folder}/backup.db`);
  await run('storage drill');
  await run('storage archive', `${cli.folder}/archive`, '--once');
  // A second batch of the archive, and a backup that has grown old.
  await run('account topup', 'acme', '2', '--reference', 'r-9');
  await run('storage archive', `${cli.folder}/archive`, '--once');
  cli.nowMs += 27 * 3_600_000;
  await run('doctor');
  await run('storage catch-up', `${cli.folder}/archive`);
  await run('storage accept-loss');
  await run('storage copy', '--to', `sqlite:${cli.folder}/copy.db`);
  await run('secret rotate');

  await run('search', 'library', 'x', '--key', 'k');
  await run('video get', 'v', '--platform', 'library', '--key', 'k');
  await run('author get', 'a', '--platform', 'library', '--key', 'k');
  await run('author videos', 'a', '--platform', 'library', '--key', 'k');
  await run('author search', 'library', 'a', '--key', 'k');
  await run('popular', 'library', '--key', 'k');
  await run('video related', 'a', '--platform', 'library', '--key', 'k');
  await run('playlist get', 'a', '--platform', 'library', '--key', 'k');
  await run('playlist videos', 'a', '--platform', 'library', '--key', 'k');
  await run('transcript get', 'v', '--platform', 'library', '--key', 'k');
  await run('comments list', 'v', '--platform', 'library', '--key', 'k');
  await run('comments replies', 'library', 'v', 'c', '--key', 'k');
  await run('collect', 'library', 'x', '--budget', '1', '--key', 'k');
  await run('collect list', '--key', 'k');
  await run('collect show', 'col_1', '--key', 'k');
  await run('collect items', 'col_1', '--key', 'k');
  await run('collect export', 'col_1', '--out', `${cli.folder}/x.jsonl`, '--key', 'k');
  await run('collect cancel', 'col_1', '--key', 'k');
  await run('collect delete', 'gone', '--key', 'k');
  await run('quote', '/p', '--key', 'k');
  await run('status', '--key', 'k');
  await run('help', 'quote');
  await run('completion', 'bash');
  await run('resolve', 'https://youtu.be/dQw4w9WgXcQ?t=9');
  await run('config check');
  await run('docs');
  await run('connectors list');
  await run('connectors show', 'peertube');
  await run('connectors check', 'library');
  await recorded(cli, () =>
    run('connectors record', 'library', '--to', join(cli.folder, 'library.recording.json')),
  );
  await run('mount check', cli.write('other.json', JSON.stringify(DOCUMENT)), '--unit-price', '0.1');
}

/** As if the library were a platform with an address, because nothing else answers here. */
async function recorded(cli: TestCli, run: () => Promise<unknown>): Promise<void> {
  const { connectors } = cli.world;
  const baseUrl = 'https://tube.example';
  cli.world.connectors = connectors.map((one) => ({ ...one, facts: { ...one.facts, baseUrl } }));
  await run();
  cli.world.connectors = connectors;
}
