// Where statements are read: those of the caller's account at the portal, those of all accounts at the console.
import type { GetStatementAnswer, ListStatementsAnswer } from '../api/api-types.ts';

export interface StatementSource {
  /** Tells the lists of this page apart. */
  name: string;
  list: (query: { cursor: string | null; limit: number }) => Promise<ListStatementsAnswer>;
  one: (params: { statement: string }) => Promise<GetStatementAnswer>;
  /** One as a file. */
  save: (params: { statement: string }, file: string) => Promise<void>;
}
