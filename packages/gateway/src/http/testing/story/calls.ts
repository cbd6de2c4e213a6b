// Paid calls: every operation in both variants, every way to pay less or nothing, and every way to fail.
import type { AttemptFailure } from '../../../connectors/connector.ts';
import { actionPath, operationActions } from '../../../operations/index.ts';
import { post, type World, withId } from './world.ts';

const SEARCH = actionPath('u1', 'scripted', 'search_video_v2');
const target = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`;
const search = (keyword: string, more: Record<string, string> = {}) => target(SEARCH, { keyword, ...more });

/** Without a second try: a wait before it would never end on a clock that stands still. */
const cheap = (keyword: string) => target(actionPath('u1', 'scripted', 'search_video'), { keyword });

/** Every operation with the sample of its reference, in both groups, and without its parameters. */
async function everyOperation({ ask }: World): Promise<void> {
  for (const { name, action, operation } of operationActions) {
    const { sample, shape } = operation;
    const query = { ...sample, ...(shape === 'page' && { count: '1' }) };
    const groups = action.variant === 'stable' ? ['u1', 'u2'] : ['u1'];
    for (const group of groups)
      await ask(`${name} in ${group}`, target(actionPath(group, 'library', name), query));
    if (action.variant === 'stable' && Object.keys(sample).length > 0)
      await ask(`${name} without a question`, actionPath('u1', 'library', name));
  }
}

async function oneId({ ask, keys }: World): Promise<void> {
  const once = { headers: withId('first') };
  await ask('a call with an id', search('one', { count: '2' }), once);
  await ask('the same again is free', search('one', { count: '2' }), once);
  await ask('another question under that id', search('two'), once);
  await ask('the id of another account is another call', search('one', { count: '2' }), {
    ...once,
    by: keys.other.secret,
  });
  await ask('a second way to give an id', search('three'), { headers: { 'idempotency-key': 'second' } });
  await ask('an id that is none', search('four'), { headers: withId('a b') });
  await ask('two ids', search('four'), { headers: { ...withId('x'), 'idempotency-key': 'y' } });
  await ask('the receipt', '/api/account/v1/requests/first');
  await ask('the records', '/api/account/v1/requests/first/records');
  await ask('the pictures', '/api/account/v1/requests/first/pictures');
  await ask('the receipt of a stranger', '/api/account/v1/requests/second', { by: keys.other.secret });
}

async function prices({ ask, keys }: World): Promise<void> {
  await ask('what it would cost', search('five', { dry_run: '1' }));
  await ask('more than the ceiling', search('five', { max_price: '0.001' }));
  await ask('exactly the ceiling', search('five', { max_price: '0.012' }));
  await ask('a ceiling in a header', search('six'), { headers: { 'x-reelgate-max-price': '0.0119' } });
  const quoted = await ask('a quote', `/api/pricing/v1/quote?path=${SEARCH}&count=20&pages=3`);
  const { quote } = quoted.body;
  await ask('a call with the quote', search('seven'), { headers: { 'x-reelgate-quote': quote } });
  await ask('the quote of another account', search('seven'), {
    by: keys.other.secret,
    headers: { 'x-reelgate-quote': quote },
  });
  await ask('more than the balance', search('eight'), { by: keys.poor.secret });
  await ask(
    'the cheaper variant',
    target(actionPath('u1', 'scripted', 'search_video'), { keyword: 'nine' }),
    {
      by: keys.poor.secret,
    },
  );
  const cached = target(actionPath('u1', 'show', 'search_video'), { keyword: 'cat', count: '1' });
  await ask('an answer that is kept for a while', cached);
  await ask('the answer from memory at a share of its price', cached);
  await ask('prices', '/api/pricing/v1/endpoints?path=/api/u1/v1/show/app/search_video_v2');
  await ask('prices without a key', '/api/pricing/v1/endpoints?path=/api/u1/v1/show/app/search_video_v2', {
    by: null,
  });
}

async function rights({ ask, keys }: World): Promise<void> {
  const limited = { by: keys.limited.secret };
  await ask('a limited key', search('ten'), limited);
  await ask(
    'its platform',
    target(actionPath('u1', 'library', 'search_video_v2'), { keyword: 'x' }),
    limited,
  );
  await ask('its operation', target(actionPath('u1', 'scripted', 'get_video_v2'), { id: '1' }), limited);
  await ask('its group', target(actionPath('u2', 'scripted', 'search_video_v2'), { keyword: 'x' }), limited);
  await ask('no key', search('ten'), { by: null });
  await ask('an unknown key', search('ten'), { by: 'rgk_live_nobody' });
  await ask('an operator is no caller', search('ten'), { by: 'rga_nobody' });
  await ask('no platform', target(actionPath('u1', 'nowhere', 'search_video_v2'), { keyword: 'x' }));
  await ask('no operation', target(actionPath('u1', 'scripted', 'search_nothing'), { keyword: 'x' }));
  await ask('not on this platform', target(actionPath('u1', 'scripted', 'list_comments_v2'), { id: '1' }));
  await ask('the wrong method', SEARCH, post({}));
}

async function pages(world: World): Promise<void> {
  const { ask } = world;
  world.script = (query) =>
    query.get('cursor') === 'next'
      ? { ids: ['3'], cursor: null, total: 3 }
      : { ids: ['1', '2'], cursor: 'next', total: 3, seconds: [30, 600] };
  const { body } = await ask('the first page', search('walk', { count: '2' }));
  const pcursor = body.data?.next_pcursor ?? body.next_pcursor ?? body.pcursor;
  await ask('the second page', search('walk', { count: '2', pcursor }));
  await ask('a cursor of another question', search('other', { count: '2', pcursor }));
  await ask('with raw records and a filter', search('raw', { include: 'raw', duration_min: '60' }));
  await ask('fields', search('raw', { fields: 'id,title' }));
  await ask('a filter that it does not have', search('raw', { license: 'cc' }));
  // Several would answer in any sequence.
  const many = { keyword: 'cat', count: '2', platforms: 'library' };
  await ask('over all', target(actionPath('u1', 'all', 'search_video_v2'), many));
  const several = { ids: 'sample-en-01,nothing,sample-en-02' };
  await ask('several ids', target(actionPath('u1', 'library', 'get_video_v2'), several));
  await ask('one that is not there', target(actionPath('u1', 'scripted', 'get_video_v2'), { id: 'nothing' }));
  await ask('an address', '/api/resolve/v1/url?url=https://www.youtube.com/watch?v=dQw4w9WgXcQ');
  await ask('no address', '/api/resolve/v1/url?url=nonsense');
  await ask('what begins so', '/api/resolve/v1/suggestions?keyword=night');
}

const FAILURES: AttemptFailure[] = [
  { kind: 'timeout', detail: 'too late' },
  { kind: 'bad_response', detail: 'no JSON' },
  { kind: 'unavailable', detail: 'status 503' },
  { kind: 'rate_limited', detail: 'status 429', suspendMs: 7_000 },
  { kind: 'refused', detail: 'status 403' },
  { kind: 'input_rejected', detail: 'the keyword' },
];

/** A provider that asks for a pause: callers see it at once, operators after three looks. */
async function away(world: World): Promise<void> {
  const { ask, operate, still } = world;
  world.script = (_query, { provider }) =>
    provider === 'first'
      ? { kind: 'rate_limited', detail: 'status 429', suspendMs: 3_600_000 }
      : { ids: ['8'], cursor: null };
  await ask('a provider asks for a pause', cheap('pause'));
  for (let look = 0; look < 3; look++) await still.runJobs();
  await ask('platforms while it lasts', '/api/pricing/v1/platforms');
  await ask('the status while it lasts', '/api/status/v1', { by: null });
  await operate('providers while it lasts', '/admin/v1/providers');
  await operate('events of operators', '/admin/v1/events?limit=2');
  await ask('another provider answers', search('pause'));
  await operate('the operator ends it', '/admin/v1/providers/first/resume', { method: 'POST' });
  for (let look = 0; look < 3; look++) await still.runJobs();
  await operate('events of operators after it', '/admin/v1/events?limit=2');
}

async function failures(world: World): Promise<void> {
  const { ask, still } = world;
  for (const failed of FAILURES) {
    world.script = () => failed;
    // Otherwise the circuit breaker would answer.
    still.clock.advance(600_000);
    await ask(`every provider fails: ${failed.kind}`, cheap(`fails ${failed.kind}`), {
      headers: withId(`fails-${failed.kind}`),
    });
    await ask('its receipt', `/api/account/v1/requests/fails-${failed.kind}`);
  }
  await away(world);
  world.script = () => ({ ids: ['1'], cursor: null });
  still.clock.advance(600_000);
  await ask('one that failed is asked again', cheap('fails timeout'), { headers: withId('fails-timeout') });
  world.script = (_query, { provider }) =>
    provider === 'first' ? { kind: 'timeout', detail: 'too late' } : { ids: ['9'], cursor: null };
  await ask('the second provider answers', search('fail over'), { headers: withId('over') });
  world.script = () => ({ ids: ['1', '2'], cursor: null });
  await ask('the calls', '/api/account/v1/requests?limit=5');
  await ask('failed calls as CSV', '/api/account/v1/requests?state=released&format=csv');
}

export async function calls(world: World): Promise<void> {
  await everyOperation(world);
  await oneId(world);
  await prices(world);
  await rights(world);
  await pages(world);
  await failures(world);
}
