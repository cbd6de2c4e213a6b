// Which tokens may read the metrics while the ledger is unavailable: those that were accepted before, and no others.
import { expect, test } from 'vitest';
import { failure } from '../../domain/failure.ts';
import { StorageUnavailable } from '../../storage/storage.ts';
import { KnownScrapers } from './known-scrapers.ts';

const DAY = 86_400_000;
const good = async () => ({ role: 'viewer' });
const bad = async () => failure('UNAUTHORIZED', 'no');
const away = async () => {
  throw new StorageUnavailable('away');
};

test('a token that was accepted before reads the metrics during an outage, for a day; others get the outage as an error', async () => {
  let nowMs = 0;
  const scrapers = new KnownScrapers({ monotonicMs: () => nowMs });
  await expect(scrapers.refusal('Bearer a', away)).rejects.toThrow(StorageUnavailable);
  expect(await scrapers.refusal('Bearer a', good)).toBeNull();
  nowMs = DAY - 1;
  expect(await scrapers.refusal('Bearer a', away)).toBeNull();
  await expect(scrapers.refusal('Bearer b', away)).rejects.toThrow(StorageUnavailable);
  nowMs = DAY;
  await expect(scrapers.refusal('Bearer a', away)).rejects.toThrow(StorageUnavailable);
});

test('a revoked token is forgotten at its next request', async () => {
  const scrapers = new KnownScrapers({ monotonicMs: () => 0 });
  expect(await scrapers.refusal('Bearer a', good)).toBeNull();
  expect(await scrapers.refusal('Bearer a', bad)).toMatchObject({ code: 'UNAUTHORIZED' });
  await expect(scrapers.refusal('Bearer a', away)).rejects.toThrow(StorageUnavailable);
});

test('a request without a token is never remembered', async () => {
  const scrapers = new KnownScrapers({ monotonicMs: () => 0 });
  expect(await scrapers.refusal(undefined, good)).toBeNull();
  await expect(scrapers.refusal(undefined, away)).rejects.toThrow(StorageUnavailable);
});

test('a bug is not an outage, and above the limit the oldest token is forgotten', async () => {
  const scrapers = new KnownScrapers({ monotonicMs: () => 0 });
  for (let n = 0; n <= 100; n++) expect(await scrapers.refusal(`Bearer ${n}`, good)).toBeNull();
  await expect(scrapers.refusal('Bearer 0', away)).rejects.toThrow(StorageUnavailable);
  expect(await scrapers.refusal('Bearer 1', away)).toBeNull();
  const bug = () => Promise.reject(new TypeError('bug'));
  await expect(scrapers.refusal('Bearer 1', bug)).rejects.toThrow(TypeError);
});
