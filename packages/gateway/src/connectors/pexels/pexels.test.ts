// The addresses at which Pexels is asked include the API version, as its documents show it.
import { expect, test } from 'vitest';
import { providerOf } from '../../testing/replay-sample.ts';
import { pexels } from './pexels.ts';

const provider = { ...providerOf(pexels), baseUrl: pexels.facts.baseUrl };

test('one video is asked for under the same version as the search', () => {
  const asked = { platform: 'pexels', wantsRaw: false };
  const { url } = pexels.operations['video.get']!.request({ ...asked, id: '3571264' }, provider);
  expect(url).toBe('https://api.pexels.com/v1/videos/videos/3571264');
  const page = { ...asked, keyword: 'cat', count: 20, cursor: null, position: 0 };
  const search = pexels.operations['video.search']!.request(page, provider);
  expect(search.url).toMatch(/^https:\/\/api\.pexels\.com\/v1\/videos\/search\?/);
});
