// The recharge plan of an account, as operators see and set it. It follows the rules of the caller's own verb: a card must be saved, and the
// month has a limit.
import type { Account } from '../../domain/account.ts';
import { type Failure, failure, isFailure } from '../../domain/failure.ts';
import type { RechargePlan } from '../../domain/payment.ts';
import { Type } from '../../domain/schema.ts';
import type { AdminCaller, AdminDeps } from '../../verb/deps.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import { accountOrFailure, accountParams } from '../accounts/account-views.ts';
import { RechargePlanInput, RechargeView, readPlanInput, rechargeView } from './payment-views.ts';

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

async function setRechargePlan(
  deps: AdminDeps,
  { name, actor, plan }: { name: string; actor: string; plan: RechargePlan | null },
): Promise<Account | Failure> {
  const account = await accountOrFailure(deps, name);
  if (isFailure(account)) return account;
  const { kind } = await deps.storage.recharges.setRule({ actor, accountId: account.id, rule: plan });
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
  summary: 'Let the saved card of an account pay by itself, also when that rested',
  body: RechargePlanInput,
  needs: 'operator',
  async run(deps, { params, body }, { actor }) {
    const plan = readPlanInput(body, (await deps.payments())?.bounds ?? null);
    if (isFailure(plan)) return plan;
    const account = await setRechargePlan(deps, { name: params.account, actor, plan });
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
    const account = await setRechargePlan(deps, { name: params.account, actor, plan: null });
    return isFailure(account) ? account : rechargeOf(deps, account);
  },
});
