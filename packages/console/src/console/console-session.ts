// Owns who is signed in to the console, for its pages, and what their role lets them do.
import { createContext, use } from 'react';

export type Role = 'owner' | 'operator' | 'viewer';

export interface ConsoleSession {
  id: string;
  name: string;
  role: Role;
  expires_at: string;
}

interface SignedIn {
  session: ConsoleSession;
  leave: () => Promise<void>;
}

export const SessionContext = createContext<SignedIn | null>(null);

export function useConsoleSession(): SignedIn {
  return use(SessionContext)!;
}

/** The gateway decides; pages only leave out what it would refuse. */
export function useMay(): { change: boolean; own: boolean } {
  const { role } = useConsoleSession().session;
  return { change: role !== 'viewer', own: role === 'owner' };
}
