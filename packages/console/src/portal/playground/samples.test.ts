// Tests that sample code stays valid for any text that a reader types.
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { Call } from './call.ts';
import { LANGUAGES, sampleOf } from './samples.ts';

const AWKWARD = `it's "a" $HOME \`cat\` 猫 & more`;
const call = {
  path: '/api/u1/v1/library/app/search_video_v2',
  query: { keyword: AWKWARD },
  endpoint: { platform: 'library', group: 'u1', variant: 'stable', operation: 'video.search' },
} as unknown as Call;
const sampled = { base: 'http://127.0.0.1:8080', call, requestId: 'pg-1', maxPrice: 12_000n };

test('a shell passes the keyword on as it was typed', () => {
  const script = sampleOf('curl', sampled).replace(/^curl /, 'printf "%s\\n" ');
  const words = execFileSync('sh', ['-c', script], { env: { REELGATE_KEY: 'k' }, encoding: 'utf8' });
  expect(words.split('\n')).toContain(`keyword=${AWKWARD}`);
});

const PACKAGED = ['client', 'python'];

test.each(LANGUAGES)('the sample for %s names the path or method, the price and no key', (language) => {
  const text = sampleOf(language, sampled);
  expect(text).toContain('0.012000');
  expect(text).toContain(PACKAGED.includes(language) ? 'videos.search(' : call.path);
  expect(text).not.toContain('rgk_');
});

test('the sample for Python is a call of its client package, with the same request id and limit on the price', () => {
  expect(sampleOf('python', sampled)).toBe(`import os
from reelgate import Reelgate

with Reelgate(os.environ["REELGATE_KEY"], "http://127.0.0.1:8080") as rg:
    result = rg.videos.search(platform="library", keyword=${JSON.stringify(AWKWARD)}, request_id="pg-1", max_price="0.012000").page()
    print(result)`);
});
