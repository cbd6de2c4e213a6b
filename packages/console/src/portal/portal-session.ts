// Who is signed in to the portal, for its pages.
import { createContext, use } from 'react';
import type { GetSessionAnswer } from '../api/api-types.ts';

export interface PortalSession {
  id: string;
  name: string;
  expires_at: string;
}

export interface PortalAnswer extends Pick<GetSessionAnswer, 'key' | 'keys'> {
  session: PortalSession;
}

interface SignedIn extends PortalAnswer {
  leave: () => Promise<void>;
}

export const SessionContext = createContext<SignedIn | null>(null);

export function usePortalSession(): SignedIn {
  return use(SessionContext)!;
}
