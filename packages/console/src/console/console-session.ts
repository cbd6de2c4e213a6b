// Owns who is signed in to the console, for its pages, and what their role lets them do.
import { createContext, use } from 'react';
import type { AdminGetSessionAnswer } from '../api/api-types.ts';
import type { InSession } from '../shell/use-session.ts';

export type ConsoleAnswer = Pick<AdminGetSessionAnswer, 'session' | 'service'>;

type SignedIn = InSession<ConsoleAnswer> & { leave: () => Promise<void> };

export const SessionContext = createContext<SignedIn | null>(null);

export function useConsoleSession(): SignedIn {
  return use(SessionContext)!;
}

/** Where callers reach the gateway. */
export function usePublicUrl(): string {
  return useConsoleSession().service.public_url;
}

/** The gateway decides; pages only leave out what it would refuse. */
export function useMay(): { change: boolean; own: boolean } {
  const { role } = useConsoleSession().session;
  return { change: role === 'owner' || role === 'operator', own: role === 'owner' };
}
