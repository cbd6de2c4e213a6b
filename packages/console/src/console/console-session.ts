// The signed-in operator, and what the role permits.
import { createContext, use } from 'react';
import type { AdminGetSessionAnswer } from '../api/api-types.ts';
import type { InSession } from '../shell/use-session.ts';

export type ConsoleAnswer = Pick<AdminGetSessionAnswer, 'session' | 'service'>;

type SignedIn = InSession<ConsoleAnswer> & { leave: () => Promise<void> };

export const SessionContext = createContext<SignedIn | null>(null);

export function useConsoleSession(): SignedIn {
  return use(SessionContext)!;
}

/** Address at which callers reach the gateway. */
export function usePublicUrl(): string {
  return useConsoleSession().service.public_url;
}

/** The gateway enforces roles. Pages only hide what it would refuse. */
export function useMay(): { change: boolean; own: boolean } {
  const { role } = useConsoleSession().session;
  return { change: role === 'owner' || role === 'operator', own: role === 'owner' };
}
