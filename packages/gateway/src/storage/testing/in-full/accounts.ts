// Accounts, keys, projects, and who signs in: two of each, so that an answer or a row of the wrong one shows.
import { MICROS_MAX, toMicros } from '../../../domain/money.ts';
import type { Recorder } from '../recorder.ts';
import { DAY, eachPage, HOUR, KEY_LIMITS, UNBOUND } from './same-for-all.ts';

const operator = { actor: 'admin:tok_one' };

async function changeAccounts({ storage, title }: Recorder): Promise<void> {
  const { accounts, events } = storage;
  title('accounts are made and changed');
  const rate = { requests: 11, perSeconds: 13, concurrent: 17 };
  await accounts.create({ ...operator, id: 'acc_a', name: 'Anna', currency: 'USD', rate: null });
  await accounts.create({ ...operator, id: 'acc_b', name: 'Bert_%', currency: 'EUR', rate });
  await accounts.create({ ...operator, id: 'acc_c', name: 'ANNA', currency: 'USD', rate: null });
  await accounts.create({ ...operator, id: 'acc_c', name: 'acc_b', currency: 'USD', rate: null });
  await accounts.create({ ...operator, id: 'acc_a', name: 'Other', currency: 'USD', rate: null });
  await accounts.create({ ...operator, id: 'acc_c', name: 'Cleo', currency: 'USD', rate: null });
  await accounts.update({ ...operator, accountId: 'acc_a', name: 'Berta' });
  await accounts.update({ ...operator, accountId: 'acc_a', name: 'bert_%' });
  await accounts.update({
    ...operator,
    accountId: 'acc_a',
    rate: { ...rate, requests: 19 },
    lowBalanceMicros: toMicros(23),
  });
  const buyer = { title: 'Anna Inc.', contact: 'anna@example.org', billingAddress: 'Road 1', taxId: 'DE1' };
  await accounts.update({ ...operator, accountId: 'acc_a', ...buyer });
  await accounts.update({ ...operator, accountId: 'acc_a', title: null, rate: null, lowBalanceMicros: null });
  await accounts.update({ ...operator, accountId: 'acc_a', lowBalanceMicros: toMicros(500) });
  await accounts.update({ ...operator, accountId: 'acc_none', name: 'x' });
  await accounts.update({ ...operator, accountId: 'acc_c', status: 'disabled' });
  await accounts.update({ ...operator, accountId: 'acc_c', status: 'active' });
  title('money by hand');
  await events.setLowBalance({ micros: toMicros(700) });
  await events.setLowBalance({ micros: toMicros(900) });
  const paid = { ...operator, accountId: 'acc_a', amountMicros: toMicros(10_000), reference: 'bank-1' };
  await accounts.topUp({ ...paid, reason: 'first' });
  await accounts.topUp({ ...paid, reason: 'again' });
  await accounts.topUp({ ...paid, amountMicros: toMicros(10_001), reason: null });
  await accounts.topUp({ ...paid, accountId: 'acc_b', reason: null });
  await accounts.topUp({
    ...paid,
    accountId: 'acc_b',
    reference: 'bank-2',
    amountMicros: toMicros(3_000),
    reason: null,
  });
  await accounts.topUp({ ...paid, accountId: 'acc_none', reference: 'bank-3', reason: null });
  await accounts.topUp({
    ...paid,
    accountId: 'acc_b',
    reference: 'bank-4',
    amountMicros: toMicros(MICROS_MAX - 2_999),
    reason: null,
  });
  const taken = { ...operator, accountId: 'acc_b', reason: 'a mistake' };
  await accounts.adjust({ ...taken, amountMicros: toMicros(-2_200), reference: 'fix-1' });
  await accounts.adjust({ ...taken, amountMicros: toMicros(-2_200), reference: 'fix-1' });
  await accounts.adjust({ ...taken, amountMicros: toMicros(-2_201), reference: 'fix-1' });
  await accounts.adjust({ ...taken, amountMicros: toMicros(-801), reference: null });
  await accounts.adjust({ ...taken, amountMicros: toMicros(-800), reference: null });
  await accounts.adjust({ ...taken, amountMicros: toMicros(61), reference: null });
  await accounts.adjust({ ...taken, accountId: 'acc_none', amountMicros: toMicros(61), reference: null });
  await accounts.refund({ ...taken, requestId: 'never', amountMicros: null, reference: null });
}

async function changeProjects({ storage, title }: Recorder): Promise<void> {
  const { projects } = storage;
  title('projects');
  const of = { ...operator, accountId: 'acc_a' };
  const caps = { dailyCapMicros: toMicros(31), monthlyCapMicros: toMicros(37), totalCapMicros: toMicros(41) };
  await projects.create({ ...of, id: 'prj_1', name: 'one', ...caps });
  await projects.create({ ...of, id: 'prj_2', name: 'one', ...caps });
  await projects.create({ ...of, id: 'prj_2', name: 'two', ...UNBOUND });
  await projects.create({ ...of, id: 'prj_3', name: 'one', accountId: 'acc_b', ...UNBOUND });
  await projects.create({ ...of, id: 'prj_4', name: 'x', accountId: 'acc_none', ...UNBOUND });
  await projects.update({ ...operator, id: 'prj_2', name: 'one' });
  await projects.update({ ...operator, id: 'prj_2', name: 'zwei', monthlyCapMicros: toMicros(43) });
  await projects.update({ ...operator, id: 'prj_1', dailyCapMicros: null });
  await projects.update({ ...operator, id: 'prj_4', name: 'y' });
}

const keyOf = (id: string, accountId: string) => ({
  ...{ ...operator, id, accountId, name: `name of ${id}`, prefix: `rgk_${id}`, hash: `hash of ${id}` },
  ...{ groups: ['u1' as const], ...UNBOUND },
});

async function changeKeys({ storage, title, clock }: Recorder): Promise<void> {
  const { keys, caps, events } = storage;
  title('keys');
  await keys.create(keyOf('key_a1', 'acc_a'));
  await keys.create({ ...keyOf('key_a2', 'acc_a'), ...KEY_LIMITS, projectId: 'prj_1' });
  await keys.create({ ...keyOf('key_b1', 'acc_b'), livingMax: 1, madePerDayMax: 2 });
  await keys.create({ ...keyOf('key_b2', 'acc_b'), livingMax: 1 });
  await keys.create({
    ...keyOf('key_b2', 'acc_b'),
    livingMax: 2,
    madePerDayMax: 2,
    totalCapMicros: toMicros(47),
  });
  await keys.create({ ...keyOf('key_b3', 'acc_b'), livingMax: 9, madePerDayMax: 2 });
  await keys.create(keyOf('key_x', 'acc_none'));
  await keys.update({ ...operator, id: 'key_a2', totalCapMicros: null, addresses: ['192.0.2.0/24'] });
  await keys.update({ ...operator, id: 'key_a1', name: 'new name' });
  await keys.update({ ...operator, id: 'key_a1', totalCapMicros: toMicros(53), projectId: 'prj_2' });
  await keys.update({ ...operator, id: 'key_a1', status: 'disabled', groups: ['u1', 'u2'] });
  await keys.update({ ...operator, id: 'key_x', name: 'x' });
  const secret = { ...operator, prefix: 'rgk_new', graceUntilMs: clock.nowMs() + HOUR };
  await keys.rotate({ ...secret, id: 'key_a1', hash: 'second hash' });
  await keys.rotate({ ...secret, id: 'key_a1', hash: 'third hash', graceUntilMs: clock.nowMs() + DAY });
  await keys.rotate({ ...secret, id: 'key_b1', hash: 'too many', madePerDayMax: 2 });
  await keys.rotate({ ...secret, id: 'key_x', hash: 'none' });
  await keys.revoke({ ...operator, id: 'key_b2' });
  await keys.revoke({ ...operator, id: 'key_b2' });
  await keys.revoke({ ...operator, id: 'key_x' });
  await keys.update({ ...operator, id: 'key_b2', name: 'too late' });
  await keys.rotate({ ...secret, id: 'key_b2', hash: 'too late' });
  await keys.create({ ...keyOf('key_b3', 'acc_b'), livingMax: 2 });
  const soonMs = clock.nowMs() + DAY;
  await keys.update({ ...operator, id: 'key_b3', expiresAtMs: soonMs });
  await events.noteExpiringKeys({ withinMs: HOUR });
  await events.noteExpiringKeys({ withinMs: DAY });
  await events.noteExpiringKeys({ withinMs: DAY });
  await keys.update({ ...operator, id: 'key_b3', expiresAtMs: soonMs - 1 });
  await events.noteExpiringKeys({ withinMs: DAY });
  title('keys and projects are read');
  for (const hash of ['hash of key_a1', 'second hash', 'third hash', 'hash of key_b2', 'x'])
    await keys.findByHash({ hash });
  for (const id of ['key_a1', 'key_b2', 'key_x']) await keys.find({ id });
  await eachPage(keys.list, {}, 2);
  await eachPage(keys.list, { accountId: 'acc_a' }, 1);
  for (const search of ['NAME OF', 'key_b1', 'rgk_new', '%', 'acc_a'])
    await eachPage(keys.list, { search }, 3);
  await keys.list({ accountId: 'acc_b', search: 'name', limit: 9, after: null });
  for (const id of ['prj_1', 'prj_3', 'prj_x']) await storage.projects.find({ id });
  await eachPage(storage.projects.list, {}, 2);
  await eachPage(storage.projects.list, { accountId: 'acc_a' }, 1);
  await caps.ofKey({ keyId: 'key_a2' });
  await caps.ofKey({ keyId: 'key_x' });
  await caps.ofKeys({ keyIds: ['key_b2', 'key_x', 'key_a1', 'key_a2'] });
  for (const projectId of ['prj_1', 'prj_2', 'prj_x']) await caps.ofProject({ projectId });
}

const secretsOf = (id: string) => ({ id, cookieHash: `cookie of ${id}`, pageHash: `page of ${id}` });

async function signIn({ storage, title, clock }: Recorder): Promise<void> {
  const { adminTokens, sessions } = storage;
  title('tokens of operators');
  const token = (id: string) => ({ id, name: `token ${id}`, prefix: `rga_${id}`, hash: `hash of ${id}` });
  await adminTokens.create({ ...operator, ...token('tok_one'), role: 'operator' });
  await adminTokens.revoke({ ...operator, id: 'tok_one' });
  await adminTokens.create({ ...operator, ...token('tok_two'), role: 'viewer' });
  await adminTokens.findByHash({ hash: 'hash of tok_two' });
  await adminTokens.findByHash({ hash: 'hash of tok_none' });
  title('codes and sessions');
  const console = { kind: 'console', name: 'otto', role: 'operator' } as const;
  const portal = { kind: 'portal', name: 'anna', accountId: 'acc_a', keyId: 'key_a2' } as const;
  const code = (id: string) => ({ id, hash: `code ${id}`, lastsMs: HOUR });
  await sessions.createCode({ ...operator, ...code('c1'), for: console });
  await sessions.createCode({ actor: 'admin:tok_two', ...code('c2'), for: { ...console, role: 'viewer' } });
  await sessions.createCode({ ...operator, ...code('c3'), for: portal });
  const session = (id: string, lastsMs = DAY) => ({ ...secretsOf(id), lastsMs });
  await sessions.openByCode({ ...session('s0'), kind: 'portal', codeHash: 'code c1' });
  const opened = await sessions.openByCode({ ...session('s1'), kind: 'console', codeHash: 'code c1' });
  await sessions.openByCode({ ...session('s0'), kind: 'console', codeHash: 'code c1' });
  await sessions.openByCode({ ...session('s3'), kind: 'portal', codeHash: 'code c3' });
  const who = { name: 'Anna', accountId: 'acc_a', keyId: 'key_a1', secretHash: 'second hash' };
  await sessions.openByKey({ ...session('s4'), ...who });
  await sessions.openByKey({
    ...session('s5', HOUR),
    ...who,
    name: 'Bert',
    accountId: 'acc_b',
    keyId: 'key_b1',
    secretHash: 'hash of key_b1',
  });
  await sessions.useKey({ id: 's4', keyId: 'key_a2' });
  await sessions.useKey({ id: 's4', keyId: 'key_b1' });
  await sessions.useKey({ id: 's1', keyId: 'key_a1' });
  if (opened.kind !== 'signed_in') throw new Error('expected a session');
  title('a link of a session derives from the token behind it');
  const maker = { actor: `session:${opened.session.name}/s1` };
  await sessions.createCode({ ...maker, ...code('c4'), for: console });
  await sessions.openByCode({ ...session('s6'), kind: 'console', codeHash: 'code c4' });
  await sessions.createCode({ ...maker, ...code('c5'), for: console });
  await sessions.openByCode({ ...session('s7'), kind: 'console', codeHash: 'code c2' });
  for (const hash of ['cookie of s1', 'cookie of s3', 'cookie of s4', 'cookie of s9'])
    await sessions.findByCookie({ hash });
  await eachPage(sessions.list, {}, 2);
  await eachPage(sessions.list, { accountId: 'acc_a' }, 1);
  await eachPage(sessions.list, { kind: 'console' }, 3);
  await sessions.list({ kind: 'portal', accountId: 'acc_b', limit: 3, after: null });
  title('sessions end');
  await sessions.end({ actor: 'session:otto/s6', id: 's6' });
  await sessions.createCode({ actor: 'session:otto/s1', ...code('c6'), for: console });
  await sessions.end({ ...operator, id: 's1' });
  await sessions.end({ ...operator, id: 's1' });
  await sessions.end({ ...operator, id: 's9' });
  await sessions.openByCode({ ...session('s8'), kind: 'console', codeHash: 'code c6' });
  await sessions.createCode({ actor: 'admin:tok_two', ...code('c7'), for: console });
  await adminTokens.revoke({ ...operator, id: 'tok_two' });
  await sessions.openByCode({ ...session('s8'), kind: 'console', codeHash: 'code c7' });
  await adminTokens.revoke({ ...operator, id: 'tok_two' });
  await adminTokens.revoke({ ...operator, id: 'tok_none' });
  await adminTokens.revoke({ ...operator, id: 'tok_one' });
  await adminTokens.list();
  await adminTokens.findByHash({ hash: 'hash of tok_two' });
  clock.advance(HOUR);
  await sessions.createCode({ ...operator, ...code('c8'), for: portal });
  clock.advance(HOUR);
  await sessions.openByCode({ ...session('s8'), kind: 'portal', codeHash: 'code c8' });
  await sessions.purge({ keepMs: HOUR });
  await sessions.purge({ keepMs: 0 });
  await sessions.purge({ keepMs: -DAY });
}

async function signUp({ storage, title, clock }: Recorder): Promise<void> {
  const { signups } = storage;
  title('invites and sign-ups');
  const invite = (id: string) => ({ ...operator, id, hash: `hash of ${id}`, lastsMs: DAY });
  const named = { title: 'Dora Ltd.', contact: 'dora@example.org' };
  await signups.invite({ ...invite('inv_1'), ...named, creditMicros: toMicros(67) });
  await signups.invite({ ...invite('inv_2'), title: null, contact: null, creditMicros: toMicros(0) });
  await signups.invite({ ...invite('inv_3'), title: null, contact: null, creditMicros: toMicros(71) });
  await signups.revokeInvite({ ...operator, id: 'inv_3' });
  await signups.revokeInvite({ ...operator, id: 'inv_3' });
  await signups.revokeInvite({ ...operator, id: 'inv_9' });
  const guest = (name: string) => ({
    account: { id: `acc_${name}`, name, currency: 'USD', contact: `${name}@example.net` },
    key: {
      id: `key_${name}`,
      name: 'first',
      prefix: 'rgk',
      hash: `secret of ${name}`,
      groups: ['u1', 'u2'] as const,
    },
    session: { ...secretsOf(`ses_${name}`), lastsMs: HOUR },
    ...{ creditLastsMs: 30 * DAY, perDayMax: 4 },
  });
  const by = (id: string) => ({ kind: 'invite', hash: `hash of ${id}` }) as const;
  await signups.signUp({ ...guest('Cleo'), right: by('inv_1') });
  await signups.signUp({ ...guest('dora'), right: by('inv_1') });
  await signups.signUp({ ...guest('emil'), right: by('inv_1') });
  await signups.signUp({ ...guest('emil'), right: by('inv_3') });
  await signups.signUp({ ...guest('emil'), right: by('inv_2') });
  await signups.revokeInvite({ ...operator, id: 'inv_2' });
  const open = {
    kind: 'open',
    network: 'net-1',
    proof: 'proof-1',
    networkMax: 1,
    creditMicros: toMicros(73),
  } as const;
  await signups.signUp({ ...guest('fred'), right: open });
  await signups.signUp({ ...guest('gina'), right: { ...open, network: 'net-2' } });
  await signups.signUp({ ...guest('gina'), right: { ...open, proof: 'proof-2' } });
  await signups.signUp({
    ...guest('fred'),
    right: { ...open, network: 'net-2', proof: 'proof-2', creditMicros: toMicros(0) },
  });
  await signups.signUp({
    ...guest('gina'),
    right: { ...open, network: 'net-2', proof: 'proof-2', creditMicros: toMicros(0) },
  });
  await signups.signUp({ ...guest('hugo'), right: { ...open, network: 'net-3', proof: 'proof-3' } });
  await eachPage(signups.invites, {}, 2);
  clock.advance(DAY);
  await signups.invite({ ...invite('inv_4'), title: null, contact: null, creditMicros: toMicros(0) });
  await signups.signUp({ ...guest('hugo'), right: { ...open, proof: 'proof-3' } });
  clock.advance(DAY);
  await signups.signUp({ ...guest('ida'), right: by('inv_4') });
  await signups.signUp({ ...guest('ida'), right: { ...open, proof: 'proof-4' } });
}

async function closeAndRead({ storage, title }: Recorder): Promise<void> {
  const { accounts, audit, events } = storage;
  title('accounts are closed and reopened');
  await accounts.close({ ...operator, accountId: 'acc_b' });
  await accounts.close({ ...operator, accountId: 'acc_b' });
  await accounts.update({ ...operator, accountId: 'acc_b', status: 'active' });
  await accounts.update({ ...operator, accountId: 'acc_b', name: 'Bert' });
  await storage.keys.findByHash({ hash: 'hash of key_b1' });
  await accounts.reopen({ ...operator, accountId: 'acc_b' });
  await accounts.reopen({ ...operator, accountId: 'acc_b' });
  await accounts.close({ ...operator, accountId: 'acc_none' });
  await accounts.reopen({ ...operator, accountId: 'acc_none' });
  title('accounts are read');
  for (const idOrName of ['acc_a', 'Bert', 'bert', 'acc_none']) await accounts.find({ idOrName });
  await eachPage(accounts.list, {}, 3);
  for (const search of ['BERT', 'acc_c', '_', 'e']) await accounts.list({ search, limit: 2, after: null });
  await eachPage(accounts.entries, { accountId: 'acc_b' }, 2);
  await accounts.entries({ accountId: 'acc_b', kind: 'topup', limit: 9, after: null });
  title('the audit log, names, and what is found by an id');
  await audit.note({
    ...operator,
    action: 'provider.fault',
    subject: 'one',
    detail: { fault: 'slow', n: 1 },
  });
  await audit.note({
    ...operator,
    actor: 'session:o%to/s1',
    action: 'provider.check',
    subject: 'one',
    detail: {},
  });
  await audit.note({ ...operator, actor: 'otto', action: 'provider.check', subject: 'two', detail: {} });
  await storage.providers.resume({ actor: 'session:otto/s1', provider: 'one' });
  await eachPage(audit.list, { subject: 'one' }, 2);
  await eachPage(audit.list, { subject: 'acc_b', action: 'account.update' }, 1);
  await eachPage(audit.list, { action: 'key.rotate' }, 1);
  await eachPage(audit.list, { actor: 'otto' }, 3);
  await audit.list({ actor: 'o%to', limit: 9, after: null });
  await audit.list({ actor: 'admin:tok_two', action: 'login_code.create', limit: 1, after: null });
  await audit.list({ limit: 2, after: null });
  await audit.names({ ids: ['acc_b', 'key_a1', 'prj_2', 'tok_two', 's1', 'acc_none'] });
  for (const id of ['acc_a', 'Bert', 'key_a2', 'rgk_new', 'prj_3', '1', 'tok_two', 's3', 's1', 'nothing'])
    await storage.lookUp({ id });
  await storage.revision();
  await events.list({ stream: 'acc_a', after: 1, limit: 3 });
  await events.list({ stream: 'acc_a', after: 1, before: 5, limit: 2 });
  await events.list({ stream: 'acc_a', after: 1, before: 5, limit: 9 });
  await events.heads({ streams: ['acc_b', 'acc_none', 'acc_a'] });
}

export async function playAccounts(recorder: Recorder): Promise<void> {
  await changeAccounts(recorder);
  await changeProjects(recorder);
  await changeKeys(recorder);
  await signIn(recorder);
  await signUp(recorder);
  await closeAndRead(recorder);
}
