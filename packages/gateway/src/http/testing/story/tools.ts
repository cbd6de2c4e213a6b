// Every tool for agents, over HTTP, in the revision of the protocol without sessions and in an older one.
import { tools as all } from '../../../mcp/call-tool.ts';
import type { World } from './world.ts';

const OLDER = {
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
};
const message = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params });

const scripted = { platform: 'scripted', keyword: 'tool' };
const library = { platform: 'library' };
const question = { tool: 'find_videos', arguments: scripted };
/** What the tools have made so far. */
interface Made {
  collection: string;
  watch: string;
}

/** Of each tool what it is asked. */
const givenFor = (made: Made): Record<string, object[]> => ({
  find_videos: [
    scripted,
    scripted,
    { ...scripted, max_price: '0.001' },
    { platform: 'nowhere', keyword: 'x' },
  ],
  get_video: [
    { ...library, id: 'sample-en-01' },
    { ...library, id: 'nothing' },
  ],
  list_author_videos: [{ ...library, author_id: 'sample-author-11rr4f6', count: 1 }],
  list_comments: [{ ...library, id: 'sample-en-01', count: 1 }],
  find_authors: [{ ...library, keyword: 'vet', count: 1 }],
  list_popular_videos: [{ ...library, count: 2 }],
  list_related_videos: [{ ...library, id: 'sample-en-01', count: 1 }],
  get_playlist: [{ ...library, playlist_id: 'nothing' }],
  list_playlist_videos: [{ ...library, playlist_id: 'nothing' }],
  get_transcript: [
    { ...library, id: 'sample-en-01' },
    { ...library, id: 'sample-en-01', from: 5 },
  ],
  read_videos: [{ request_id: 'first' }, { request_id: 'nobodys' }],
  quote: [{ tool: 'find_videos', platform: 'scripted', calls: 3 }],
  account: [{}],
  receipt: [{ request_id: 'first' }, { request_id: 'nobodys' }],
  platforms: [{ platform: 'scripted' }],
  collect: [
    { ...question, budget: '0.1', items_max: 5 },
    { ...question, budget: '0.9' },
  ],
  read_collection: [
    {},
    { id: 'col_nobodys' },
    { id: made.collection },
    { id: made.collection, limit: 1 },
    { id: made.collection, after: 1 },
  ],
  cancel_collection: [{ id: 'col_nobodys' }, { id: made.collection }],
  watch: [{ ...question, every: '1d', budget_month: '0.2', baseline: 'deliver' }],
  what_is_new: [
    {},
    { id: 'wat_nobodys' },
    { id: made.watch },
    { id: made.watch, limit: 1 },
    { id: made.watch, after: 1 },
  ],
  explain_tool: [{ tool: 'account' }, { tool: 'nothing' }],
  change_watch: [
    { id: 'wat_nobodys', state: 'paused' },
    { id: made.watch, state: 'paused' },
    { id: made.watch, state: 'active' },
  ],
});

/** The id of what a tool has made; an empty text where it made nothing. */
const idIn = (answer: string) => /"structuredContent":\{"id":"(\w+)"/.exec(answer)?.[1] ?? '';

export async function tools(world: World): Promise<void> {
  const { ask, still } = world;
  const send = (title: string, body: object, by?: string | null) =>
    ask(title, '/mcp', { method: 'POST', headers: OLDER, body, ...(by !== undefined && { by }) });
  const made: Made = { collection: '', watch: '' };
  for (const { name } of all)
    for (const given of givenFor(made)[name]!) {
      const { body } = await send(name, message('tools/call', { name, arguments: given }));
      if (name === 'collect') made.collection ||= idIn(body);
      if (name === 'watch') made.watch ||= idIn(body);
      await still.settle();
    }
  const account = message('tools/call', { name: 'account', arguments: {} });
  await send('without a key', account, null);
  await send('another account', account, world.keys.other.secret);
  await send('a limited key', account, world.keys.limited.secret);
  await send('no tool', message('tools/call', { name: 'nothing', arguments: {} }));
  await send('a bad argument', message('tools/call', { name: 'find_videos', arguments: { count: 0 } }));
  await ask('is not read', '/mcp', { headers: OLDER });
}
