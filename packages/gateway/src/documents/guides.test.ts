// What lists of guides show of each: its first sentence.
import { expect, test } from 'vitest';
import { readGuides } from './guides.ts';

/** It begins with a table. */
const WITHOUT_SUMMARY = ['reference-performance'];

test('a guide is summed up by its first sentence in plain words, and one that begins with a table by nothing', async () => {
  const guides = await readGuides();
  expect(guides.filter(({ summary }) => summary === '').map(({ name }) => name)).toEqual(WITHOUT_SUMMARY);
  for (const { name, summary } of guides) {
    if (summary !== '') expect(summary, name).toMatch(/^[^\s|*>#`<-][^|]*\.$/);
  }
});
