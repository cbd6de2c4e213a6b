// Tests that every change is written as a sentence in both languages, with every value that its row has a place for.
import { expect, test, vi } from 'vitest';
import { AUDIT_ACTIONS } from '../../../../gateway/src/domain/audit-action.ts';
import type { AuditRow } from '../../api/api-types.ts';
import { moneyFormat, parseMicros } from '../../money/money.ts';
import { timeFormat } from '../../time/time.ts';
import { sentenceOf, type Told, whoOf } from './sentence.ts';

vi.stubGlobal('document', { documentElement: { dataset: {} } });
const { useAuditText } = await import('./text.ts');

const NAMES = { acc_1: 'demo', key_1: 'ci', adm_1: 'deploy' };
const money = moneyFormat('en-GB', 'USD');
const told = (language: 'en' | 'zh'): Told => ({
  text: useAuditText.by[language],
  currency: 'USD',
  names: NAMES,
  format: {
    exact: (decimal) => money.exact(parseMicros(decimal)),
    count: String,
    time: timeFormat('en-GB', 'UTC', Date.parse('2026-11-16')),
  },
});
const row = (action: string, detail: Record<string, unknown> = {}, subject = 'acc_1'): AuditRow =>
  ({
    id: '1',
    at: '2026-11-16T10:00:00.000Z',
    actor: 'session:ada/ses_1',
    action,
    subject,
    detail,
  }) as AuditRow;

const places = (template: string) => [...template.matchAll(/[[\]]|\{\w+\}/g)].map(([place]) => place).sort();

test('every action that the gateway records has a sentence of its own, in both languages', () => {
  for (const by of Object.values(useAuditText.by))
    expect(Object.keys(by.sentences)).toEqual(expect.arrayContaining([...AUDIT_ACTIONS]));
});

test('the Chinese sentence has the same fields as the English one', () => {
  const { en, zh } = useAuditText.by;
  for (const [action, template] of Object.entries(en.sentences))
    expect([action, places(zh.sentences[action as keyof typeof zh.sentences])]).toEqual([
      action,
      places(template),
    ]);
});

test('every sentence names who did it', () => {
  for (const action of AUDIT_ACTIONS) {
    for (const language of ['en', 'zh'] as const)
      expect(sentenceOf(row(action), told(language))).toMatch(/^ada\b/);
  }
});

test.each([
  [
    row('account.topup', { amount: '25.000000', reference: 'invoice-7', reason: null }),
    'ada raised the balance of demo by $25.00 · invoice-7',
  ],
  [
    row('account.adjustment', { amount: '-1.000500', reference: null, reason: 'typo' }),
    'ada adjusted the balance of demo by -$1.0005 · typo',
  ],
  [row('key.create', { account: 'acc_1', name: 'ci' }, 'key_1'), 'ada made the key ci of demo'],
  [
    row('key.update', { status: 'disabled', dailyCapMicros: 5_000_000, totalCapMicros: null }, 'key_1'),
    'ada changed the key ci: state disabled, cap per day $5.00, cap in total none',
  ],
  [
    row('login_code.create', { kind: 'portal', name: 'demo' }, 'lgc_1'),
    'ada made a link that signs demo in at the portal',
  ],
  [
    row('login_code.create', { kind: 'console', name: 'bob', role: 'viewer' }, 'lgc_1'),
    'ada made a link that signs bob in at the console as viewer',
  ],
  [row('recharge.plan', { plan: null }), 'ada ended the automatic recharge of demo'],
  [
    row('recharge.plan', {
      plan: { belowMicros: 1_000_000, upToMicros: 5_000_000, monthMaxMicros: 20_000_000 },
    }),
    'ada set the automatic recharge of demo: below $1.00, up to $5.00, $20.00 a month at most',
  ],
  [
    row('complaint.decide', { state: 'refused', refunded: '0.000000' }, 'cmp_1'),
    'ada decided the complaint cmp_1: refused',
  ],
  [
    row('complaint.decide', { state: 'refunded', refunded: '0.012000' }, 'cmp_1'),
    'ada decided the complaint cmp_1: refunded, $0.012 given back',
  ],
  [row('moon.land', {}), 'ada: moon.land demo'],
])('%#: in words', (change, sentence) => {
  expect(sentenceOf(change, told('en'))).toBe(sentence);
});

test('people, tokens, keys and programs are named, not their ids', () => {
  const names = ['session:ada/ses_1', 'portal:demo/ses_2', 'admin:adm_1', 'key:key_1', 'cli:root', 'local'];
  expect(names.map((actor) => whoOf(actor, NAMES))).toEqual(['ada', 'demo', 'deploy', 'ci', 'root', 'local']);
});
