// A page of a running gateway loads, with the script that it names.
import { expect } from 'vitest';

export async function expectPage(url: string): Promise<void> {
  const answer = await fetch(url);
  const text = await answer.text();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('html')]);
  const script = /<script[^>]* src="([^"]+)"/.exec(text)![1]!;
  expect((await fetch(new URL(script, url))).status).toBe(200);
}
