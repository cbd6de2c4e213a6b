// The recharge rule of an account, as operators see and set it. The same conditions apply as in the caller's own verb: a card must be
// saved, and the month has a limit.
import type { Account } from '../../domain/account.ts';
import { type Failure, failure, isFailure } from '../../domain/failure.ts';
import type { RechargeRule } from '../../domain/payment.ts';
import { Type } from '../../domain/schema.ts';
import type { AdminCaller, AdminDeps } from '../../verb/deps.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import { accountOrFailure, accountParams } from '../accounts/account-views.ts';
import { RechargeRuleInput, RechargeView, readRechargeRule, rechargeView } from './payment-views.ts';

const ofRecharge = {
  path: '/admin/v1/accounts/{account}/recharge',
  tag: 'Payments',
  params: accountParams,
  query: Nothing,
  result: Type.Object({ recharge: RechargeView }),
};

async function rechargeOf({ storage, clock }: AdminDeps, { id, currency }: Account) {
  const standing = await storage.recharges.standing({ accountId: id, nowMs: clock.nowMs() });
  return { recharge: rechargeView(standing, currency) };
}

async function setRechargeRule(
  deps: AdminDeps,
  { name, actor, rule }: { name: string; actor: string; rule: RechargeRule | null },
): Promise<Account | Failure> {
  const account = await accountOrFailure(deps, name);
  if (isFailure(account)) return account;
  const { kind } = await deps.storage.recharges.setRule({ actor, accountId: account.id, rule });
  if (kind === 'no_card')
    return failure('CONFLICT', 'The account has no saved card: its owner saves one with a top-up.');
  return kind === 'not_found' ? failure('NOT_FOUND', 'There is no such account.') : account;
}

export const accountRechargeRead = verbOf<AdminDeps, AdminCaller>()({
  ...ofRecharge,
  name: 'adminGetRecharge',
  method: 'GET',
  summary: 'When the saved card of an account pays by itself',
  body: Nothing,
  async run(deps, { params }) {
    const account = await accountOrFailure(deps, params.account);
    return isFailure(account) ? account : rechargeOf(deps, account);
  },
});

export const accountRechargeSet = verbOf<AdminDeps, AdminCaller>()({
  ...ofRecharge,
  name: 'adminSetRecharge',
  method: 'POST',
  summary: 'Let the saved card of an account pay by itself; this resumes a paused rule',
  body: RechargeRuleInput,
  needs: 'operator',
  async run(deps, { params, body }, { actor }) {
    const rule = readRechargeRule(body, (await deps.payments())?.bounds ?? null);
    if (isFailure(rule)) return rule;
    const account = await setRechargeRule(deps, { name: params.account, actor, rule });
    return isFailure(account) ? account : rechargeOf(deps, account);
  },
});

export const accountRechargeEnd = verbOf<AdminDeps, AdminCaller>()({
  ...ofRecharge,
  name: 'adminEndRecharge',
  method: 'DELETE',
  summary: 'Let the saved card of an account pay no more',
  body: Nothing,
  needs: 'operator',
  async run(deps, { params }, { actor }) {
    const account = await setRechargeRule(deps, { name: params.account, actor, rule: null });
    return isFailure(account) ? account : rechargeOf(deps, account);
  },
});
