// Owns closing an account and opening it again. Neither moves money: what is left stays on the books until an operator pays it out.
import { isFailure } from '../domain/failure.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { AccountVerbs } from '../storage/storage.ts';
import { AccountAnswer, accountChanged, accountOrFailure, accountParams } from './account-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';

const shared = {
  method: 'POST' as const,
  tag: 'Accounts',
  params: accountParams,
  query: Nothing,
  body: Nothing,
  result: AccountAnswer,
  needs: 'operator' as const,
};

async function change(deps: AdminDeps, verb: 'close' | 'reopen', idOrName: string, { actor }: AdminCaller) {
  const account = await accountOrFailure(deps, idOrName);
  if (isFailure(account)) return account;
  const changed = await deps.storage.accounts[verb satisfies keyof AccountVerbs]({
    actor,
    accountId: account.id,
  });
  await deps.refresh();
  return accountChanged(changed);
}

export const accountClose = verbOf<AdminDeps, AdminCaller>()({
  ...shared,
  name: 'adminCloseAccount',
  path: '/admin/v1/accounts/{account}/close',
  summary: 'Close an account: its keys stop, its balance stays',
  run: (deps, { params }, caller) => change(deps, 'close', params.account, caller),
});

export const accountReopen = verbOf<AdminDeps, AdminCaller>()({
  ...shared,
  name: 'adminReopenAccount',
  path: '/admin/v1/accounts/{account}/reopen',
  summary: 'Open a closed account again',
  run: (deps, { params }, caller) => change(deps, 'reopen', params.account, caller),
});
