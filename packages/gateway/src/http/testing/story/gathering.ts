// Collections and watches: what the gateway asks for a caller while nobody waits, what that costs, and what is delivered.
import { DAY_MS } from '../../../domain/duration.ts';
import { post, type World, withId } from './world.ts';

const SCRIPTED = '/api/u1/v1/scripted/app/search_video_v2';
const patch = (body: unknown) => ({ method: 'PATCH', body });
const remove = { method: 'DELETE' };

/** The keyword says how many pages the list has. */
function listOf(query: URLSearchParams) {
  const pages = Number(query.get('q')!.split(' ')[1]);
  const page = Number(query.get('cursor') || '0');
  return { ids: [`${page}-0`, `${page}-1`], cursor: page + 1 < pages ? String(page + 1) : null };
}

async function collections(world: World): Promise<void> {
  const { ask, keys, still } = world;
  const body = { path: SCRIPTED, query: { keyword: 'pages 3' }, budget: '1', name: 'cats' };
  const making = post(body, withId('collection-1'));
  const { body: made } = await ask('makes a collection', '/api/collections/v1', making);
  const one = `/api/collections/v1/${made.collection.id}`;
  await still.settle();
  await ask('the same is made once', '/api/collections/v1', making);
  await ask('it is done', one);
  await ask('its items', `${one}/items`);
  await ask('items after two', `${one}/items?after=2&limit=2`);
  await ask('its pictures', `${one}/pictures`);
  await ask('as lines', `${one}/export?format=jsonl`);
  await ask('as CSV', `${one}/export?format=csv`);
  const { body: link } = await ask('a link', `${one}/export_link`, post({ format: 'jsonl' }));
  const { pathname, search } = new URL(link.url ?? link.link?.url ?? link.export_link?.url);
  await ask('the link without a key', pathname + search, { by: null });
  await ask('a changed link', `${pathname}${search.replace(/expires=\d/, 'expires=9')}`, { by: null });
  still.clock.advance(8 * DAY_MS);
  await ask('the link after its time', pathname + search, { by: null });
  for (const target of ['', '/items', '/export?format=csv'])
    await ask('of another account', one + target, { by: keys.other.secret });
  const small = { ...body, query: { keyword: 'pages 9' }, budget: '0.03', items_max: 100 };
  const { body: ended } = await ask(
    'one with a small budget',
    '/api/collections/v1',
    post(small, withId('c-2')),
  );
  const two = `/api/collections/v1/${ended.collection.id}`;
  await still.settle();
  await ask('ended by its budget', two);
  await ask('renames it', two, patch({ name: 'dogs' }));
  await ask('ends it', `${two}/cancel`, post());
  await ask('collections', '/api/collections/v1?limit=1');
  await ask('of a limited key', '/api/collections/v1', { by: keys.limited.secret });
  await ask('removes it', two, remove);
  await ask('is removed', two);
  await ask('without a budget', '/api/collections/v1', post({ path: SCRIPTED, query: { keyword: 'x' } }));
}

async function watches(world: World): Promise<void> {
  const { ask, keys, still } = world;
  const body = {
    path: SCRIPTED,
    query: { keyword: 'pages 1' },
    every: '1d',
    name: 'news',
    budget: { month: '1' },
  };
  const { body: made } = await ask(
    'makes a watch',
    '/api/watches/v1',
    post({ ...body, baseline: 'deliver' }, withId('w-1')),
  );
  const one = `/api/watches/v1/${made.watch.id}`;
  await still.settle();
  await ask('its first run', one);
  world.script = () => ({ ids: ['new', '0-1'], cursor: null });
  still.clock.advance(DAY_MS);
  await still.settle();
  await ask('after a day', one);
  await ask('its items', `${one}/items`);
  await ask('items after the second', `${one}/items?after=2`);
  await ask('its runs', `${one}/runs`);
  await ask('its pictures', `${one}/pictures`);
  await ask('runs now', `${one}/run`, post(undefined, withId('run-1')));
  await still.settle();
  const { body: fed } = await ask('makes a feed', `${one}/feed`, post());
  const address = Object.values(fed).find((value) => String(value).includes('/feeds/')) as string;
  const feed = new URL(address ?? JSON.stringify(fed).match(/https:[^"]*feeds[^"]*/)![0]).pathname;
  await ask('the feed', feed, { by: null });
  await ask('removes the feed', `${one}/feed`, remove);
  await ask('the feed is gone', feed, { by: null });
  await ask('pauses it', one, patch({ state: 'paused' }));
  await ask('resumes it', one, patch({ state: 'active' }));
  await ask('of another account', one, { by: keys.other.secret });
  await ask('watches', '/api/watches/v1');
  await ask('too often', '/api/watches/v1', post({ ...body, every: '1m' }));
  await ask('removes it', one, remove);
}

export async function gathering(world: World): Promise<void> {
  const before = world.script;
  world.script = listOf;
  await collections(world);
  await watches(world);
  world.script = before;
  await world.ask('what it all cost', '/api/account/v1/balance');
  await world.ask('as entries', '/api/account/v1/entries?limit=12');
}
