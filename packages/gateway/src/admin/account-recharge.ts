// Owns what an operator does with the recharge plan of an account: looking at it, setting it for somebody who asked, and ending it. It
// follows the very rules of the caller's own: a card must be saved, and the month has a most.
import { RechargePlanInput, RechargeView, readPlanInput, rechargeView } from '../account/recharge.ts';
import type { Account } from '../domain/account.ts';
import { type Failure, failure, isFailure } from '../domain/failure.ts';
import type { RechargePlan } from '../domain/payment.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { accountOrFailure, accountParams } from './account-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';

const shared = {
  path: '/admin/v1/accounts/{account}/recharge',
  tag: 'Payments',
  params: accountParams,
  query: Nothing,
  result: Type.Object({ recharge: RechargeView }),
};

async function viewOf({ storage, clock }: AdminDeps, { id, currency }: Account) {
  const standing = await storage.recharges.standing({ accountId: id, nowMs: clock.nowMs() });
  return { recharge: rechargeView(standing, currency) };
}

async function setPlan(
  deps: AdminDeps,
  { name, actor, plan }: { name: string; actor: string; plan: RechargePlan | null },
): Promise<Account | Failure> {
  const account = await accountOrFailure(deps, name);
  if (isFailure(account)) return account;
  const { kind } = await deps.storage.recharges.setPlan({ actor, accountId: account.id, plan });
  if (kind === 'no_card')
    return failure('CONFLICT', 'The account has no saved card: its owner saves one with a top-up.');
  return kind === 'not_found' ? failure('NOT_FOUND', 'There is no such account.') : account;
}

export const accountRechargeRead = verbOf<AdminDeps, AdminCaller>()({
  ...shared,
  name: 'adminGetRecharge',
  method: 'GET',
  summary: 'When the saved card of an account pays by itself',
  body: Nothing,
  async run(deps, { params }) {
    const account = await accountOrFailure(deps, params.account);
    return isFailure(account) ? account : viewOf(deps, account);
  },
});

export const accountRechargeSet = verbOf<AdminDeps, AdminCaller>()({
  ...shared,
  name: 'adminSetRecharge',
  method: 'POST',
  summary: 'Let the saved card of an account pay by itself, also when that rested',
  body: RechargePlanInput,
  needs: 'operator',
  async run(deps, { params, body }, { actor }) {
    const plan = readPlanInput(body, (await deps.payments())?.bounds ?? null);
    if (isFailure(plan)) return plan;
    const account = await setPlan(deps, { name: params.account, actor, plan });
    return isFailure(account) ? account : viewOf(deps, account);
  },
});

export const accountRechargeEnd = verbOf<AdminDeps, AdminCaller>()({
  ...shared,
  name: 'adminEndRecharge',
  method: 'DELETE',
  summary: 'Let the saved card of an account pay no more',
  body: Nothing,
  needs: 'operator',
  async run(deps, { params }, { actor }) {
    const account = await setPlan(deps, { name: params.account, actor, plan: null });
    return isFailure(account) ? account : viewOf(deps, account);
  },
});
