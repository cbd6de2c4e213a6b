// Proves that the billing gateway does the same work as Reelgate: equal answers to an equal question, and a ledger that adds up. A run in
// which it does not is stopped, because its figures would compare nothing.
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import type { Contender } from './contender.ts';
import { PLAIN_KEY } from './contenders/do-it-yourself.ts';
import type { Reelgate } from './contenders/reelgate.ts';
import type { UpstreamProcess } from './contenders/upstream-process.ts';

interface SearchAnswer {
  items: { id: string; source: object }[];
  [field: string]: unknown;
}

/** Fields that each gateway makes up, or that depend on its own account or clock. */
const OWN_FIELDS = { request_id: null, pcursor: null };

function comparable({ items, ...rest }: SearchAnswer): Omit<SearchAnswer, 'items'> {
  return { ...rest, ...OWN_FIELDS, receipt: { ...(rest.receipt as object), balance: null } };
}

const comparableItem = (item: SearchAnswer['items'][number] | undefined) =>
  item === undefined ? null : { ...item, source: { ...item.source, fetched_at: null } };

/** The field with the first difference; null for equal answers. */
export function differenceOf(ours: SearchAnswer, theirs: SearchAnswer): string | null {
  if (ours.items.length !== theirs.items.length)
    return `${theirs.items.length} items instead of ${ours.items.length}`;
  const at = ours.items.findIndex(
    (item, i) => !isDeepStrictEqual(comparableItem(item), comparableItem(theirs.items[i])),
  );
  if (at >= 0) return `item ${at + 1}`;
  return isDeepStrictEqual(comparable(ours), comparable(theirs)) ? null : 'the fields around the items';
}

/** Both gateways answer alike, store an answer by the caller's id, and give it again without asking the platform. */
export async function checkSameAnswers(
  { upstream }: { upstream: UpstreamProcess },
  gateway: Reelgate,
  billing: Contender,
  platform: 'fast' | 'slow',
): Promise<void> {
  const target = `/api/u1/v1/${platform}/app/search_video_v2?keyword=%E7%8C%AB+cat+of+the+check`;
  const ask = (contender: Contender, key: string) =>
    askTwice(upstream, `http://127.0.0.1:${contender.port}${target}`, key);
  const ours = await ask(gateway, gateway.keys.payer);
  const difference = differenceOf(ours, await ask(billing, PLAIN_KEY));
  if (difference !== null)
    throw new Error(`the billing gateway answers otherwise than Reelgate: ${difference}`);
}

/** The same request id twice: the second answer has the same bytes and makes no upstream request. */
async function askTwice(upstream: UpstreamProcess, url: string, key: string): Promise<SearchAnswer> {
  const headers = { authorization: `Bearer ${key}`, 'x-reelgate-request-id': `check-${randomUUID()}` };
  const ask = async () => {
    const answer = await fetch(url, { headers });
    if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
    return answer.text();
  };
  const first = await ask();
  const before = await upstream.seen();
  if ((await ask()) !== first) throw new Error(`${url}: the second answer of an id has other bytes`);
  if ((await upstream.seen()) !== before)
    throw new Error(`${url}: an id that was answered asked the platform`);
  return JSON.parse(first) as SearchAnswer;
}

/** Each query counts rows that must not exist. */
const DIFFERENCES: Record<string, string> = {
  'accounts whose balance is not the sum of their entries':
    'SELECT count(*) AS n FROM accounts WHERE balance <> (SELECT total(amount) FROM entries WHERE account = accounts.id)',
  'accounts with money still held': 'SELECT count(*) AS n FROM accounts WHERE held <> 0',
  'calls that have not ended': "SELECT count(*) AS n FROM calls WHERE state = 'held'",
  'settled calls without a charge of their price':
    "SELECT count(*) AS n FROM calls LEFT JOIN entries ON entries.call = calls.id WHERE state = 'settled' AND amount IS NOT -price",
  'stored answers without a charge':
    'SELECT count(*) AS n FROM answers WHERE body IS NULL OR call NOT IN (SELECT call FROM entries WHERE call IS NOT NULL)',
  'charges of calls that are not settled':
    "SELECT count(*) AS n FROM entries JOIN calls ON calls.id = entries.call WHERE state <> 'settled'",
};

/** What is wrong with the ledger of an idle billing gateway, after at least `answered` paid answers. */
export function billingDifferences(file: string, answered: number): string[] {
  const db = new DatabaseSync(file, { readOnly: true });
  const count = (sql: string) => db.prepare(sql).get()!.n as number;
  const found = Object.entries(DIFFERENCES).flatMap(([what, sql]) => {
    const rows = count(sql);
    return rows === 0 ? [] : [`${rows} ${what}`];
  });
  const charged = count('SELECT count(call) AS n FROM entries');
  db.close();
  return charged >= answered ? found : [...found, `${charged} charges for ${answered} answers`];
}

export function checkBillingLedger(file: string, answered: number): void {
  const differences = billingDifferences(file, answered);
  if (differences.length > 0)
    throw new Error(`the ledger of the billing gateway does not add up: ${differences.join(', ')}`);
}
