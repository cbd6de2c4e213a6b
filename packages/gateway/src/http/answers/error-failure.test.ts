// What an exception becomes, and that a bug shows nothing of its message.
import { expect, test } from 'vitest';
import { failure } from '../../domain/failure.ts';
import { StorageUnavailable } from '../../storage/storage.ts';
import { bodyRefusal } from '../requests/body.ts';
import { failureOf, Refused } from './error-failure.ts';

test('a failure that our own code threw is returned unchanged', () => {
  const refusal = failure('CONFLICT', 'Taken.');
  expect(failureOf(new Refused(refusal))).toBe(refusal);
});

test.each([
  ['away', {}, 'STORAGE_UNAVAILABLE', 5_000, undefined],
  ['full', { overloaded: true }, 'OVERLOADED', 1_000, undefined],
  ['lost in a commit', { inDoubt: true }, 'STORAGE_UNAVAILABLE', 5_000, true],
  ['lost in a commit while full', { inDoubt: true, overloaded: true }, 'STORAGE_UNAVAILABLE', 5_000, true],
])('a ledger that is %s is told apart', (_, options, code, retryAfterMs, isChargeInDoubt) => {
  const told = failureOf(new StorageUnavailable('secret of the database', options));
  expect([told.code, told.retryAfterMs, told.isChargeInDoubt]).toEqual([code, retryAfterMs, isChargeInDoubt]);
  expect(JSON.stringify(told)).not.toContain('secret');
});

test('a full queue says what is waiting: checks of the ledger are no changes, nor are reads', () => {
  const told = (overloaded: true | 'checks') =>
    failureOf(new StorageUnavailable('full', { overloaded })).detail;
  expect(told('checks')).toMatch(/^Too many checks of the ledger are waiting/);
  expect(told(true)).toMatch(/^Too many requests are waiting for the ledger/);
});

test.each([
  ['FST_ERR_CTP_BODY_TOO_LARGE', 'BODY_TOO_LARGE'],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'UNSUPPORTED_MEDIA_TYPE'],
  ['FST_ERR_CTP_INVALID_JSON_BODY', 'INVALID_REQUEST'],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 'INVALID_REQUEST'],
  ['ECONNRESET', 'INVALID_REQUEST'],
])('%s of the framework is %s', (code, told) => {
  expect(failureOf(Object.assign(new Error('x'), { code })).code).toBe(told);
});

test.each([
  ['an error', new TypeError('secret')],
  ['an error with a code that nobody knows', Object.assign(new Error('secret'), { code: 'E_OTHER' })],
  ['an error with a code of every object', Object.assign(new Error('secret'), { code: 'constructor' })],
  ['an error with a code that is no text', Object.assign(new Error('secret'), { code: 7 })],
  ['a text', 'secret'],
  ['null', null],
  ['nothing', undefined],
])('%s is a bug, and shows nothing of itself', (_, error) => {
  expect(failureOf(error)).toMatchObject({ code: 'INTERNAL', detail: '' });
});

test.each([
  [{}, null],
  [{ 'content-type': 'application/json' }, null],
  [{ 'content-type': 'application/json; charset=UTF-8' }, null],
  [{ 'content-type': 'application/json;charset = "utf-8"' }, null],
  [{ 'content-type': 'application/json; charset=latin1' }, 'UNSUPPORTED_MEDIA_TYPE'],
  [{ 'content-type': 'application/json', 'content-encoding': 'gzip' }, 'UNSUPPORTED_MEDIA_TYPE'],
  [{ 'content-encoding': '' }, 'UNSUPPORTED_MEDIA_TYPE'],
])('a body with the headers %j is refused with %s', (headers, code) => {
  expect(bodyRefusal(headers)?.code ?? null).toBe(code);
});
