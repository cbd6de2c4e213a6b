// Links to the pages of things, by kind and id.
import type { Found } from '../api/api-types.ts';

export function callByRequest(account: string, requestId: string): string {
  return `#/accounts/${encodeURIComponent(account)}/requests/${encodeURIComponent(requestId)}`;
}

/** The calls of a collection or a watch. */
export function callsOf(of: { account_id: string; id: string }): string {
  return `#/calls?${new URLSearchParams({ account: of.account_id, of: of.id })}`;
}

/** The address of a thing, without `#`. */
export function placeOf({ kind, id, account_id: account }: Found): string {
  const owner = account === null ? '' : encodeURIComponent(account);
  switch (kind) {
    case 'call':
      return `/calls?open=${encodeURIComponent(id)}`;
    case 'account':
      return `/accounts/${encodeURIComponent(id)}`;
    case 'key':
      return `/keys?open=${encodeURIComponent(id)}`;
    case 'project':
      return `/accounts/${owner}?tab=keys`;
    case 'complaint':
      return '/complaints';
    case 'entry':
      return `/accounts/${owner}`;
    case 'token':
    case 'session':
      return '/system';
    default:
      return `/audit?subject=${encodeURIComponent(id)}`;
  }
}
