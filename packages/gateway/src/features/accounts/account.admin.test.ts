import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../../domain/account.ts';
import { makeAccount, makeCall, makeKey } from '../../verb/testing/account.ts';
import { type AdminWorld, CALLER, createAdminWorld } from '../../verb/testing/world.ts';
import { accountRequest } from '../calls/call.admin.ts';
import { catalogPublish } from '../catalog/catalog.admin.ts';
import { ledgerVerify } from '../ledger/ledger.admin.ts';
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
} from './account.admin.ts';

let world: AdminWorld;
beforeAll(async () => {
  world = await createAdminWorld();
  const endpoints = [{ path: '/api/u1/v1/*/app/search_video_v2', unit_price: '0.5' }];
  await world.ask(catalogPublish, { body: { endpoints } });
});
afterAll(async () => {
  // After all tests of this file, the ledger must still verify.
  expect(await world.ask(ledgerVerify)).toMatchObject({ clean: true, difference_count: 0, currency: 'USD' });
  await world.close();
});

const topUp = (account: string, body: object) => world.ask(accountTopup, { params: { account }, body });
const balanceOf = async (account: Account) =>
  (await world.storage.accounts.find({ idOrName: account.id }))?.balanceMicros;

test('an account is made once per name, starts empty, and is found by id and by name', async () => {
  const rate = { requests: 10, per_seconds: 60, concurrent: 2 };
  const made = await world.ask(accountCreate, { body: { name: 'acme', rate } });
  expect(made).toMatchObject({
    account: { name: 'acme', status: 'active', balance: '0.000000', currency: 'USD', rate },
  });
  const { id } = made.account as { id: string };
  expect(id).toMatch(/^acc_[0-9A-Za-z]{16}$/);
  expect(await world.ask(accountRead, { params: { account: id } })).toEqual(made);
  expect(await world.ask(accountRead, { params: { account: 'acme' } })).toEqual(made);
  expect(await world.ask(accountCreate, { body: { name: 'acme' } })).toMatchObject({ code: 'CONFLICT' });
});

test('a name that looks like an account id is refused', async () => {
  expect(await world.ask(accountCreate, { body: { name: 'acc_0123456789abcdef' } })).toMatchObject({
    errors: [{ field: 'name' }],
  });
});

test('status and rate change separately, null removes the rate, and this process refreshes its cache', async () => {
  const account = await makeAccount(world.storage);
  const update = (body: object) => world.ask(accountUpdate, { params: { account: account.name }, body });
  const before = world.refreshes();
  await update({ rate: { requests: 1, per_seconds: 1, concurrent: 1 } });
  expect(await update({ status: 'disabled' })).toMatchObject({
    account: { status: 'disabled', rate: { requests: 1 } },
  });
  expect(await update({ rate: null })).toMatchObject({ account: { status: 'disabled', rate: null } });
  expect(world.refreshes()).toBe(before + 3);
  expect(await update({})).toMatchObject({ kind: 'misshapen' });
  expect(await update({ balance: '1' })).toMatchObject({ kind: 'misshapen' });
});

test('an account is renamed, closed and opened again, and every step says how it stands', async () => {
  const account = await makeAccount(world.storage, '2');
  const params = { account: account.id };
  const update = (body: object) => world.ask(accountUpdate, { params, body });
  expect(await update({ name: `${account.name}-b` })).toMatchObject({
    account: { name: `${account.name}-b`, closed_at: null },
  });
  expect(await update({ name: 'acme' })).toMatchObject({ code: 'CONFLICT' });
  expect(await update({ name: 'acc_0123456789abcdef' })).toMatchObject({ errors: [{ field: 'name' }] });
  expect(await world.ask(accountClose, { params })).toMatchObject({
    account: { status: 'closed', balance: '2.000000', closed_at: expect.any(String) },
  });
  expect(await update({ status: 'active' })).toMatchObject({ code: 'CONFLICT' });
  expect(
    await world.ask(accountAdjust, { params, body: { amount: '-2', reason: 'paid out' } }),
  ).toMatchObject({ entry: { balance_after: '0.000000' } });
  expect(await world.ask(accountReopen, { params })).toMatchObject({ account: { status: 'active' } });
  expect(await world.ask(accountClose, { params: { account: 'nobody' } })).toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('accounts are listed page by page', async () => {
  await makeAccount(world.storage);
  const first = await world.ask(accountList, { query: { limit: 1 } });
  expect(first.accounts).toHaveLength(1);
  const second = await world.ask(accountList, { query: { limit: 1, cursor: first.next_cursor } });
  expect(second.accounts).not.toEqual(first.accounts);
});

test('the same payment posted twice adds its money once', async () => {
  const account = await makeAccount(world.storage, '1');
  const body = { amount: '25.00', reference: 'inv-1', reason: 'invoice 1' };
  const first = await topUp(account.name, body);
  expect(first).toMatchObject({
    duplicate: false,
    entry: {
      kind: 'topup',
      amount: '25.000000',
      balance_after: '26.000000',
      actor: CALLER.actor,
      reference: 'inv-1',
    },
  });
  expect(await topUp(account.id, { ...body, amount: '25' })).toEqual({ ...first, duplicate: true });
  expect(await balanceOf(account)).toBe(26_000_000);
});

test('a reference that was used for another amount is a conflict and adds nothing', async () => {
  const account = await makeAccount(world.storage, '1');
  await topUp(account.id, { amount: '5', reference: 'inv-2' });
  expect(await topUp(account.id, { amount: '6', reference: 'inv-2' })).toMatchObject({ code: 'CONFLICT' });
  expect(await balanceOf(account)).toBe(6_000_000);
});

test('a JSON number, zero, a negative amount and an unknown field never reach the ledger', async () => {
  const account = await makeAccount(world.storage, '1');
  expect(await topUp(account.id, { amount: 5, reference: 'n' })).toMatchObject({ fields: ['amount'] });
  expect(await topUp(account.id, { amount: '-5', reference: 'n' })).toMatchObject({ fields: ['amount'] });
  expect(await topUp(account.id, { amount: '0', reference: 'n' })).toMatchObject({
    errors: [{ field: 'amount' }],
  });
  expect(await topUp(account.id, { amount: '5', reference: 'n', x: 1 })).toMatchObject({ kind: 'misshapen' });
  expect(await topUp('nobody', { amount: '5', reference: 'n' })).toMatchObject({ code: 'NOT_FOUND' });
  expect(await balanceOf(account)).toBe(1_000_000);
});

test('a call is refunded in parts and never beyond its charge', async () => {
  const account = await makeAccount(world.storage, '1');
  await makeCall(world.storage, (await makeKey(world.storage, account.id)).holder, 'paid', '0.5');
  const refund = (more: object) =>
    world.ask(accountRefund, {
      params: { account: account.id },
      body: { request_id: 'paid', reason: 'bad answer', ...more },
    });
  expect(await refund({ amount: '0.6' })).toMatchObject({ code: 'CONFLICT' });
  expect(await refund({ amount: '0.2' })).toMatchObject({ entry: { kind: 'refund', amount: '0.200000' } });
  expect(await refund({ amount: '0.4' })).toMatchObject({ code: 'CONFLICT' });
  expect(await refund({})).toMatchObject({ entry: { amount: '0.300000', request_id: 'paid' } });
  expect(await refund({})).toMatchObject({ code: 'CONFLICT' });
  expect(await refund({ request_id: 'never' })).toMatchObject({ code: 'NOT_FOUND' });
  expect(await refund({ amount: '0' })).toMatchObject({ code: 'INVALID_REQUEST' });
  expect(await balanceOf(account)).toBe(1_000_000);
});

test('an adjustment goes both ways, needs a reason, and cannot make a debt', async () => {
  const account = await makeAccount(world.storage, '1');
  const adjust = (body: object) => world.ask(accountAdjust, { params: { account: account.id }, body });
  expect(await adjust({ amount: '-0.4', reason: 'slip' })).toMatchObject({
    entry: { balance_after: '0.600000' },
  });
  expect(await adjust({ amount: '0.1', reason: 'gift' })).toMatchObject({ entry: { kind: 'adjustment' } });
  expect(await adjust({ amount: '-0.700001', reason: 'slip' })).toMatchObject({ code: 'CONFLICT' });
  expect(await adjust({ amount: '0', reason: 'slip' })).toMatchObject({ errors: [{ field: 'amount' }] });
  expect(await adjust({ amount: '1' })).toMatchObject({ kind: 'misshapen' });
  expect(await balanceOf(account)).toBe(700_000);
});

test('an operator reads who made each entry, and any receipt', async () => {
  const account = await makeAccount(world.storage, '1');
  await makeCall(world.storage, (await makeKey(world.storage, account.id)).holder, 'seen', '0.5');
  const params = { account: account.name };
  expect(await world.ask(accountEntries, { params, query: { kind: 'topup' } })).toMatchObject({
    entries: [{ actor: 'test', account_id: account.id }],
    next_cursor: null,
  });
  expect(await world.ask(accountRequest, { params: { ...params, request_id: 'seen' } })).toMatchObject({
    call: { request_id: 'seen', charged: '0.500000' },
  });
  expect(await world.ask(accountRequest, { params: { ...params, request_id: 'no' } })).toMatchObject({
    code: 'NOT_FOUND',
  });
});
