// What a form sends: exactly what is typed, without spaces around it, and of emptied fields what their route allows.
import { expect, test } from 'vitest';
import {
  adminCreateInviteBody,
  adminUpdateAccountBody,
  adminUpdateKeyBody,
  updateWatchBody,
} from '../api/bounds.ts';
import { type BodyFields, bodyOf } from './body.ts';

test.each<[what: string, fields: BodyFields, typed: Record<string, string>, sent: object]>([
  [
    'an empty cap is no cap, and zero is one',
    adminUpdateKeyBody,
    { name: ' first ', daily_cap: ' 5 ', monthly_cap: '', total_cap: '0', max_call: ' ' },
    { name: 'first', daily_cap: '5', monthly_cap: null, total_cap: '0', max_call: null },
  ],
  [
    'an invite sends what was filled in, and its days as a number',
    adminCreateInviteBody,
    { title: ' New & Co ', contact: '', credit: ' 5 ', days: '30' },
    { title: 'New & Co', credit: '5', days: 30 },
  ],
  [
    'an emptied detail is removed, and an unchanged one is sent as it was',
    adminUpdateAccountBody,
    { name: 'acme', title: '  ', billing_address: 'Main St\n1', low_balance: '5.000000' },
    { name: 'acme', title: null, billing_address: 'Main St\n1', low_balance: '5.000000' },
  ],
  [
    'a field of an object in the body stands in that object',
    updateWatchBody,
    { name: 'cats', 'budget.month': '2', 'budget.total': '' },
    { name: 'cats', budget: { month: '2', total: null } },
  ],
])('%s', (_what, fields, typed, sent) => {
  expect(bodyOf(fields, Object.keys(typed), typed)).toEqual(sent);
});
