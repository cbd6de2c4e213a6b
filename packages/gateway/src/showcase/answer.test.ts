// Lists of the showcase, page by page.
import { expect, test } from 'vitest';
import { answerShowcase } from './answer.ts';

interface Listed {
  total: { value: number };
  cursor: string | null;
  results: { id: string }[];
}

function listed(cursor: number, count: number): Listed {
  const url = new URL(`http://showcase/popular?cursor=${cursor}&count=${count}`);
  return answerShowcase(url, 'showcase-north').body as Listed;
}

test('a list ends with its last item: neither before it nor after an empty page', () => {
  const { value } = listed(0, 1).total;
  const last = value - 1;
  expect(listed(last - 1, 1).cursor).toBe(String(last));
  expect(listed(last, 1)).toMatchObject({ cursor: null, results: [expect.anything()] });
  expect(listed(last - 1, 2).cursor).toBeNull();
});
