// The signed-in caller.
import { createContext, use } from 'react';
import type { GetSessionAnswer } from '../api/api-types.ts';
import type { InSession } from '../shell/use-session.ts';

type SignedIn = InSession<GetSessionAnswer> & { leave: () => Promise<void> };

export const SessionContext = createContext<SignedIn | null>(null);

export function usePortalSession(): SignedIn {
  return use(SessionContext)!;
}
