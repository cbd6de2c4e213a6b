// What operators do and read. Everything that happened before is in these lists and reports.
import { halvesOf } from './account.ts';
import { post, SAME, type World } from './world.ts';

const ADMIN = '/admin/v1';
const patch = (body: unknown) => ({ method: 'PATCH', body });
const remove = { method: 'DELETE' };
const MONTH_MS = 31 * 86_400_000;

async function writes(world: World): Promise<void> {
  const { operate, ask, keys } = world;
  const rich = `${ADMIN}/accounts/rich`;
  await operate(
    'changes an account',
    rich,
    patch({ title: 'Rich & Sons', low_balance: '3', contact: 'x@example.org' }),
  );
  const grant = {
    kind: 'promo',
    amount: '2',
    reason: 'sorry',
    reference: 'gift-1',
    expires_at: '2027-01-01T00:00:00Z',
  };
  await operate('gives a grant', `${rich}/grants`, post(grant));
  await operate('in the same words', `${rich}/grants`, post(grant));
  await operate(
    'refunds',
    `${rich}/refunds`,
    post({ request_id: 'end', amount: '0.005', reason: 'late', reference: 'r-1' }),
  );
  await operate(
    'more than is left',
    `${rich}/refunds`,
    post({ request_id: 'end', amount: '5', reason: 'x', reference: 'r-2' }),
  );
  await operate('adjusts', `${rich}/adjustments`, post({ amount: '-1.5', reason: 'test', reference: 'a-1' }));
  await operate(
    'below zero',
    `${ADMIN}/accounts/poor/adjustments`,
    post({ amount: '-99', reason: 'test', reference: 'a-2' }),
  );
  const { body } = await operate(
    'a project',
    `${ADMIN}/projects`,
    post({ account: 'rich', name: 'one', daily_cap: '4' }),
  );
  await operate('changes it', `${ADMIN}/projects/${body.project.id}`, patch({ monthly_cap: '40' }));
  const { body: made } = await operate(
    'a key in it',
    `${ADMIN}/keys`,
    post({ account: 'rich', name: 'p', project: body.project.id }),
  );
  await ask('a call of it', '/api/u1/v1/scripted/app/search_video?keyword=project', { by: made.secret });
  await operate(
    'changes a key',
    `${ADMIN}/keys/${keys.limited.id}`,
    patch({ daily_cap: '7', name: 'wide', platforms: null }),
  );
  await operate('rotates a key', `${ADMIN}/keys/${made.key.id}/rotate`, post({ grace_seconds: 60 }));
  await operate('revokes a key', `${ADMIN}/keys/${made.key.id}/revoke`, post());
  await ask('a revoked key', '/api/account/v1/balance', { by: made.secret });
  await operate('closes an account', `${ADMIN}/accounts/guest/close`, post());
  await operate('opens it again', `${ADMIN}/accounts/guest/reopen`, post());
  await operate('stops a provider', `${ADMIN}/providers/north/fault`, post({ fault: 'slow' }));
  await operate('mends it', `${ADMIN}/providers/north/fault`, post({ fault: 'none' }));
  await operate('resumes a provider', `${ADMIN}/providers/first/resume`, post());
  await operate('checks a provider', `${ADMIN}/providers/library/check`, post({}));
  const endpoints = [{ path: '/api/u1/v1/show/app/search_video_v2', unit_price: '0.02', summary: 'dear' }];
  await operate('compares prices', `${ADMIN}/catalog/diff`, post({ endpoints, mode: 'merge' }));
  await operate('what they would earn', `${ADMIN}/catalog/revenue`, post({ endpoints, mode: 'merge' }));
  await operate(
    'publishes prices',
    `${ADMIN}/catalog/versions`,
    post({ endpoints, mode: 'merge', note: 'dearer' }),
  );
  await operate('a token', `${ADMIN}/tokens`, post({ name: 'second', role: 'viewer' }));
  const { body: code } = await operate('a code', `${ADMIN}/login-codes`, post({ role: 'operator' }));
  const opened = await operate('signs in', `${ADMIN}/session`, {
    ...post({ code: code.code }, SAME),
    by: null,
  });
  const page = { by: null, headers: halvesOf(opened) };
  await operate('the code once', `${ADMIN}/session`, { ...post({ code: code.code }, SAME), by: null });
  await operate('the session', `${ADMIN}/session`, page);
  await operate('is no owner', `${ADMIN}/tokens`, { ...page, ...post({ name: 'third' }) });
  await operate('sessions', `${ADMIN}/sessions`);
  await operate('signs out', `${ADMIN}/session`, { ...page, ...remove });
  await operate('a link to the portal', `${rich}/portal-links`, post({}));
}

async function payBack({ operate, still, stripe }: World): Promise<void> {
  const [intent] = stripe.intents;
  const wanted = { payment: `stripe:${intent!.id}`, amount: '5', reason: 'asked', reference: 'pb-1' };
  await operate('pays back', `${ADMIN}/accounts/rich/paybacks`, post(wanted));
  await still.settle();
  await operate('paybacks', `${ADMIN}/paybacks`);
  await operate('compares payments', `${ADMIN}/payments/differences?days=31`);
}

const READS = [
  ...[
    'accounts',
    'accounts?search=ric',
    'accounts/rich',
    'accounts/rich/entries?limit=3',
    'accounts/rich/grants',
  ],
  ...[
    'accounts/rich/requests/first',
    'accounts/rich/recharge',
    'calls?limit=2&totals=true',
    'calls?account=other',
  ],
  ...[
    'calls?failure=UPSTREAM_TIMEOUT&format=csv',
    'calls?state=released&limit=1',
    'calls/call_38',
    'calls/call_99999',
    'holds',
    'lookup?id=first',
    'keys?account=rich&limit=2',
  ],
  ...[
    'projects',
    'complaints',
    'complaints?state=waiting',
    'events?limit=2',
    'webhooks',
    'watches',
    'collections',
  ],
  ...[
    'collections?account=rich',
    'catalog/versions',
    'usage',
    'usage?by=key&account=rich',
    'usage/providers',
  ],
  ...[
    'usage/by?by=platform',
    'usage/by?by=account&format=csv',
    'providers',
    'providers/first/history',
    'duties',
  ],
  ...[
    'audit?limit=5',
    'audit?action=key.create&limit=2',
    'topups',
    'disputes',
    'recharges',
    'invites',
    'tokens',
  ],
  ...['session', 'overview', 'status', 'settings', 'statements'],
];

async function reads({ operate }: World): Promise<void> {
  for (const target of READS) await operate(`reads ${target}`, `${ADMIN}/${target}`);
  await operate('without a token', `${ADMIN}/accounts`, { by: null });
  await operate('checks the ledger', `${ADMIN}/ledger/verify`, post({ full: true }));
}

async function months(world: World): Promise<void> {
  const { operate, ask, still } = world;
  still.clock.advance(MONTH_MS);
  await still.settle();
  const { body } = await ask('statements', '/api/account/v1/statements');
  const [{ number }] = body.statements;
  for (const format of ['', '?format=csv', '?format=html']) {
    await ask(`the statement${format}`, `/api/account/v1/statements/${number}${format}`);
    await operate(`the statement${format}`, `${ADMIN}/statements/${number}${format}`);
  }
  await ask('of a stranger', `/api/account/v1/statements/${number}`, { by: world.keys.other.secret });
  await ask('a grant that is over', '/api/account/v1/grants');
}

export async function operator(world: World): Promise<void> {
  await writes(world);
  await payBack(world);
  await reads(world);
  await months(world);
}
