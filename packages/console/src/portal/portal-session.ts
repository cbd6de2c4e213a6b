// The signed-in caller.
import { createContext, use } from 'react';
import type { GetSessionAnswer } from '../api/api-types.ts';
import type { InSession } from '../shell/use-session.ts';

// The invite in the portal's address. It stays there until it is used, so that a reloaded page still has it.

/** Read before the router changes the address. */
export const inviteOfPage = /^#invite=([\w.~-]+)$/.exec(location.hash)?.[1] ?? null;

export function forgetInvite(): void {
  history.replaceState(null, '', location.pathname);
}

type SignedIn = InSession<GetSessionAnswer> & { leave: () => Promise<void> };

export const SessionContext = createContext<SignedIn | null>(null);

export function usePortalSession(): SignedIn {
  return use(SessionContext)!;
}
