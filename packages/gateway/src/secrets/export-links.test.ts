import { expect, test } from 'vitest';
import { createExportLinks } from './export-links.ts';

const links = createExportLinks(Buffer.alloc(32, 1));
const link = { collection: 'col_1', format: 'csv', expires: 1_800_000_000, key: 'key_1' };
const signature = links.sign(link);

test('a link is what every node with the same secret has signed', () => {
  expect(createExportLinks(Buffer.alloc(32, 1)).isSigned(link, signature)).toBe(true);
  expect(createExportLinks(Buffer.alloc(32, 2)).isSigned(link, signature)).toBe(false);
});

test.each([
  { collection: 'col_2' },
  { format: 'jsonl' },
  { expires: 1_800_000_001 },
  { key: 'key_2' },
  { key: null },
])('a signature does not hold for a link that differs in %j', (changed) => {
  expect(links.isSigned({ ...link, ...changed }, signature)).toBe(false);
});

test('a link that a release without makers has signed still holds, and gets no maker by being altered', () => {
  const old = { ...link, key: null };
  const before = 'aZz-b2kEo6nHTEjHTQZnMJqQuEgceWlVoIsZgQjiidk';
  expect(links.sign(old)).toBe(before);
  expect(links.isSigned(link, before)).toBe(false);
});

test.each([
  ['nothing', ''],
  ['less', signature.slice(0, -4)],
  ['more', `${signature}AAAA`],
  ['the same bytes in another spelling', `${signature}=`],
  ['other bytes', `A${signature.slice(1)}`.replace(/^AA/, 'AB')],
])('%s is no signature', (_, other) => {
  expect(links.isSigned(link, other)).toBe(false);
});
