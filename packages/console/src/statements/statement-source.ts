// Owns where statements are read: those of one account at the portal, those of all at the console.
import type { SessionPlace } from '../api/session.ts';

export interface StatementSource {
  place: SessionPlace;
  /** Of the list; one of them lies below it, by its number. */
  path: string;
}
