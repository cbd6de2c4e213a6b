// Generators of clients, and a program for each client as its user would write it. Each program searches, looks a video up and asks for the
// platform's own shape, without a cast: the compiler checks it, and it runs. They are texts, because what they import is made later.

interface Generator {
  name: string;
  command: string;
  args: string[];
  program: string;
}

const DOCUMENT = '../openapi.json';

export const GENERATORS: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    command: 'openapi-typescript',
    args: [DOCUMENT, '-o', 'api.ts'],
    program: `
import createClient from 'openapi-fetch';
import type { paths } from './api';

export async function work({ url, key }: { url: string; key: string }) {
  const client = createClient<paths>({ baseUrl: url, headers: { authorization: \`Bearer \${key}\` } });
  const path = { platform: 'library' };
  const page = await client.GET('/api/u1/v1/{platform}/app/search_video_v2', {
    params: { path, query: { keyword: 'cat', count: 2 } },
  });
  if (page.data === undefined) throw new Error(page.error.detail);
  const one = await client.GET('/api/u1/v1/{platform}/app/get_video_v2', {
    params: { path, query: { id: 'sample-en-01' } },
  });
  const native = await client.GET('/api/u2/v1/{platform}/app/search_video_v2', {
    params: { path, query: { keyword: 'cat' } },
  });
  return [page.data.items.length, one.data?.item.id, native.data && Object.keys(native.data).find((name) => name === 'platform')];
}
`,
  },
  {
    name: 'hey-api',
    command: 'openapi-ts',
    args: ['-i', DOCUMENT, '-o', 'api', '-c', '@hey-api/client-fetch'],
    program: `
import { getVideo, searchVideos, searchVideosNative } from './api';
import { client } from './api/client.gen';

export async function work({ url, key }: { url: string; key: string }) {
  client.setConfig({ baseUrl: url, auth: key });
  const path = { platform: 'library' };
  const page = await searchVideos({ path, query: { keyword: 'cat', count: 2 } });
  if (page.data === undefined) throw new Error(page.error.detail);
  const one = await getVideo({ path, query: { id: 'sample-en-01' } });
  const native = await searchVideosNative({ path, query: { keyword: 'cat' } });
  return [page.data.items.length, one.data?.item.id, native.data && Object.keys(native.data).find((name) => name === 'platform')];
}
`,
  },
  {
    name: 'orval',
    command: 'orval',
    args: ['--input', DOCUMENT, '--output', './api.ts', '--client', 'fetch'],
    program: `
import { getSearchVideosUrl, getVideo, searchVideos, searchVideosNative } from './api';

/** Its addresses begin with the path: a base and a key are given by what fetches. */
export async function work({ url, key }: { url: string; key: string }) {
  const fetched = globalThis.fetch;
  const headers = { authorization: \`Bearer \${key}\` };
  globalThis.fetch = (input, init) => fetched(new URL(String(input), url), { ...init, headers });
  try {
    const page = await searchVideos('library', { keyword: 'cat', count: 2 });
    if (page.status !== 200) throw new Error(getSearchVideosUrl('library', { keyword: 'cat' }));
    const one = await getVideo('library', { id: 'sample-en-01' });
    const native = await searchVideosNative('library', { keyword: 'cat' });
    const item = one.status === 200 ? one.data.item.id : one.data.detail;
    return [page.data.items.length, item, Object.keys(native.data).find((name) => name === 'platform')];
  } finally {
    globalThis.fetch = fetched;
  }
}
`,
  },
];
