// Owns who is signed in to the console, for its pages, and what their role lets them do.
import { createContext, use } from 'react';
import type { Service } from '../api/api-types.ts';

export type Role = 'owner' | 'operator' | 'viewer';

export interface ConsoleSession {
  id: string;
  name: string;
  role: Role;
  expires_at: string;
}

export interface ConsoleAnswer {
  session: ConsoleSession;
  service: Service;
}

interface SignedIn extends ConsoleAnswer {
  leave: () => Promise<void>;
}

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
  return { change: role !== 'viewer', own: role === 'owner' };
}
