// The story of accounts, their money, their calls and complaints: what everybody who asks gets, and which rows change.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ZERO } from '../../domain/money.ts';
import { DAY, HOUR, made, openStage, recordOf, SEARCH, type Stage } from '../../testing/story-stage.ts';
import { expectTold } from '../../testing/told/told.ts';
import { balance, entries, runway } from '../accounts/account.account.ts';
import {
  accountAdjust,
  accountClose,
  accountCreate,
  accountEntries,
  accountList,
  accountRead,
  accountRefund,
  accountReopen,
  accountTopup,
  accountUpdate,
} from '../accounts/account.admin.ts';
import { request, requestPictures, requestRecords, requests } from '../calls/call.account.ts';
import { accountRequest, callList, callRead, holdList, idLookUp } from '../calls/call.admin.ts';
import { complaintFile, complaintRead } from '../complaints/complaint.account.ts';
import {
  complaintCase,
  complaintDecide,
  complaintList,
  complaintShow,
} from '../complaints/complaint.admin.ts';
import { ownGrantList } from '../grants/grant.account.ts';
import { grantGive, grantList } from '../grants/grant.admin.ts';
import { ledgerVerify } from '../ledger/ledger.admin.ts';
import { ownStatementList, ownStatementRead } from '../statements/statement.account.ts';
import { statementList, statementRead } from '../statements/statement.admin.ts';
import { usage, usageBy } from '../usage/usage.account.ts';
import { usageProviders, usageRead, usageSlice } from '../usage/usage.admin.ts';

const OTHER = '/api/u1/v1/other/app/search_video_v2';
const page = (id: string) => JSON.stringify({ request_id: id, items: [recordOf(id), recordOf(`x${id}`)] });
const record = (id: string) => JSON.stringify({ request_id: id, item: recordOf(id) });

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

async function calls({ buy, everybody, everyOperator, operate, ...all }: Stage): Promise<void> {
  const { owner, limited, stranger } = all;
  await buy(owner, 'first', { answer: page('first') });
  await buy(owner, 'second', { path: OTHER, micros: 13_000, provider: 'second', answer: record('second') });
  await buy(owner, 'broken', { fails: true });
  await buy(limited, 'of-limited', { answer: page('of-limited'), micros: 11_000 });
  await buy(stranger, 'of-stranger', { answer: page('of-stranger'), micros: 17_000 });
  await buy(owner, 'running', { leavesOpen: true });
  await everybody(requests, { query: { limit: 2 } });
  for (const request_id of ['first', 'second', 'of-limited', 'of-stranger', 'running']) {
    const params = { request_id };
    for (const verb of [request, requestRecords, requestPictures]) await everybody(verb, { params });
    await everyOperator(accountRequest, { params: { account: 'alpha', ...params } });
  }
  await everyOperator(callList, { query: { account: 'alpha', totals: true } });
  await operate(callList, { query: { provider: 'second' } });
  await everyOperator(callRead, { params: { call: 'call_2' } });
  await everyOperator(holdList);
  for (const id of ['first', 'key_stranger', 'acc_alpha', 'call_3', 'nobody'])
    await everyOperator(idLookUp, { query: { id } });
}

async function complaints({ world, ask, owner, stranger, everybody, everyOperator, operate, buy }: Stage) {
  const body = { reason: 'these are dogs' };
  await everybody(complaintFile, { params: { request_id: 'first' }, body });
  await everybody(complaintRead, { params: { request_id: 'first' } });
  await ask(complaintRead, owner, { params: { request_id: 'second' } });
  const filed = await made(ask(complaintFile, owner, { params: { request_id: 'second' }, body }));
  const other = await made(ask(complaintFile, stranger, { params: { request_id: 'of-stranger' }, body }));
  const params = { complaint: filed.complaint.id };
  for (const verb of [complaintShow, complaintCase]) await everyOperator(verb, { params });
  await everyOperator(complaintList, { query: { account: 'alpha' } });
  await everyOperator(complaintDecide, { params, body: { decision: 'refund', reason: 'right' } });
  await operate(complaintDecide, {
    params: { complaint: other.complaint.id },
    body: { decision: 'refuse', reason: 'no' },
  });
  for (const state of ['waiting', 'refunded', 'refused']) await operate(complaintList, { query: { state } });
  for (const verb of [requestRecords, request]) await everybody(verb, { params: { request_id: 'second' } });
  await ask(complaintFile, owner, { params: { request_id: 'broken' }, body });
  await buy(owner, 'aged');
  world.advance(30 * DAY + 1);
  await ask(complaintFile, owner, { params: { request_id: 'aged' }, body });
}

async function usages({ everybody, everyOperator, operate }: Stage): Promise<void> {
  const days = { from: '2026-11-01', to: '2026-11-30' };
  for (const by of ['day', 'path', 'key']) await everybody(usage, { query: { ...days, by } });
  await everybody(usageBy, { query: { ...days, by: 'platform,day' } });
  // The last day is included, also when it is the first.
  const day = { from: '2026-11-15', to: '2026-11-15' };
  for (const verb of [usage, usageBy]) await everybody(verb, { query: { ...day, by: 'path' } });
  for (const verb of [usageRead, usageSlice]) await everyOperator(verb, { query: { ...day, by: 'path' } });
  await operate(usageProviders, { query: day });
  await everybody(runway);
  for (const by of ['key', 'path']) await everyOperator(usageRead, { query: { ...days, by } });
  await operate(usageRead, { query: { ...days, account: 'beta', by: 'day' } });
  await everyOperator(usageSlice, { query: { ...days, by: 'account,provider' } });
  await operate(usageSlice, { query: { ...days, by: 'failure', account: 'alpha' } });
  await everyOperator(usageProviders, { query: days });
  await operate(usageProviders, { query: { ...days, account: 'beta' } });
}

async function money({ world, buy, owner, everybody, everyOperator, operate }: Stage): Promise<void> {
  const params = { account: 'alpha' };
  const words = { reference: 'once', reason: 'why' };
  await everyOperator(accountTopup, { params, body: { amount: '2.5', ...words } });
  await operate(accountTopup, { params, body: { amount: '2.6', ...words } });
  await everyOperator(accountRefund, {
    params,
    body: { request_id: 'of-limited', amount: '0.004', ...words },
  });
  for (const amount of ['0.0075', undefined, undefined])
    await operate(accountRefund, { params, body: { request_id: 'of-limited', amount, reason: 'rest' } });
  await everyOperator(accountAdjust, { params, body: { amount: '-1', ...words } });
  await operate(accountAdjust, { params, body: { amount: '-500', reason: 'too much' } });
  const expires_at = new Date(world.clock.nowMs() + DAY).toISOString();
  const gift = { kind: 'promo', amount: '3', reference: 'gift', reason: 'why', expires_at };
  await everyOperator(grantGive, { params, body: gift });
  await operate(grantGive, { params, body: { ...gift, reference: 'other', kind: 'goodwill', priority: 3 } });
  await everyOperator(grantList, { params });
  await everybody(ownGrantList);
  // Paid from two grants and from ordinary money.
  await buy(owner, 'by-grants', { micros: 7_500_000 });
  await everybody(request, { params: { request_id: 'by-grants' } });
  await operate(accountRefund, { params, body: { request_id: 'by-grants', amount: '5', reason: 'half' } });
  await everybody(ownGrantList);
  world.advance(DAY + HOUR);
  await world.storage.grants.expire();
  stage.story.happened();
  await everybody(ownGrantList);
  await everybody(balance);
  await everybody(entries, { query: { limit: 3 } });
  await everyOperator(accountEntries, { params, query: { kind: 'refund' } });
}

async function statements({ world, story, everybody, everyOperator }: Stage): Promise<void> {
  const seller = { name: 'Seller', address: 'Street', taxId: 'T1', taxNote: null };
  for (const accountId of ['acc_alpha', 'acc_beta'])
    await world.storage.statements.keep({
      ...{ accountId, month: '2026-11', fromSeq: 1, toSeq: 1, digest: '', lines: [], seller },
      ...{ openingMicros: ZERO, closingMicros: ZERO },
    });
  story.happened();
  for (const statement of ['1', '2', '3']) {
    await everybody(ownStatementRead, { params: { statement } });
    await everyOperator(statementRead, { params: { statement } });
  }
  await everybody(ownStatementList);
  await everyOperator(statementList, { query: { account: 'beta' } });
}

async function accounts({ everyOperator, operate, ask, owner }: Stage): Promise<void> {
  await everyOperator(accountCreate, {
    body: { name: 'gamma', rate: { requests: 5, per_seconds: 60, concurrent: 2 } },
  });
  const params = { account: 'alpha' };
  const said = {
    title: 'Ann',
    contact: 'ann@example.com',
    billing_address: 'Here',
    tax_id: 'X',
    low_balance: '4',
  };
  await everyOperator(accountUpdate, { params, body: { ...said, name: 'alpha2' } });
  const named = { account: 'alpha2' };
  await operate(accountUpdate, { params: named, body: { name: 'beta' } });
  await operate(accountUpdate, { params: named, body: { low_balance: '-1' } });
  await operate(accountUpdate, {
    params: named,
    body: { title: null, low_balance: '0', status: 'disabled' },
  });
  await everyOperator(accountRead, { params: named });
  await everyOperator(accountClose, { params: named });
  await ask(balance, owner);
  await everyOperator(accountReopen, { params: named });
  await everyOperator(accountList, { query: { search: 'a', limit: 2 } });
  await everyOperator(ledgerVerify, { body: { full: true } });
}

test('accounts, money, calls and complaints: each caller gets what is kept, and no other row changes', async () => {
  expect(SEARCH).not.toBe(OTHER);
  await calls(stage);
  await complaints(stage);
  await usages(stage);
  await money(stage);
  await statements(stage);
  await accounts(stage);
  expectTold({ by: import.meta.filename, name: 'money', text: stage.story.text(), begins: /^> / });
});
