// How far a customer has come, read from the ledger: which of the six steps are done, and with what.
import type {
  Account,
  AdminCall,
  AdminEntry,
  Catalog,
  Key,
  Session,
  StatementSummary,
} from '../../api/api-types.ts';
import { parseMicros } from '../../money/money.ts';

/** Made by the first start, with money to try the gateway: no customer. */
export const DEMO = 'demo';

export const STEPS = ['account', 'invite', 'price', 'payment', 'call', 'statement'] as const;
export type StepName = (typeof STEPS)[number];

/** What the gateway knows about one customer. */
export interface Known {
  account: Account | null;
  keys: readonly Pick<Key, 'status'>[];
  sessions: readonly Pick<Session, 'kind' | 'account_id'>[];
  catalog: Pick<Catalog, 'version'>;
  /** The newest first, as many as one page of the list holds. */
  entries: readonly Pick<AdminEntry, 'kind' | 'amount'>[];
  calls: readonly Pick<AdminCall, 'charged'>[];
  statements: readonly Pick<StatementSummary, 'number'>[];
}

export function customersOf(accounts: readonly Account[]): Account[] {
  return accounts.filter(({ name }) => name !== DEMO);
}

/** The account that the address names, else the newest. Lists of accounts are sorted by name. */
export function chosenOf(accounts: readonly Account[], id: string | undefined): Account | null {
  const customers = customersOf(accounts);
  const [newest] = customers.toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));
  return customers.find((one) => one.id === id) ?? newest ?? null;
}

/** An owner who signed in at the portal was invited, whatever became of the keys since. */
function isInvited({ account, keys, sessions }: Known): boolean {
  const signedIn = sessions.some(({ kind, account_id }) => kind === 'portal' && account_id === account?.id);
  return signedIn || keys.some(({ status }) => status === 'active');
}

/** `isPriceRead`: this operator opened the price list. The first version comes with the gateway: nobody has decided on it yet. */
export function doneOf(known: Known, isPriceRead: boolean): Record<StepName, boolean> {
  const { account, catalog, entries, calls, statements } = known;
  const has = (kind: AdminEntry['kind']) => entries.some((entry) => entry.kind === kind);
  return {
    account: account !== null,
    invite: account !== null && isInvited(known),
    price: catalog.version > 1 || isPriceRead,
    payment: has('topup'),
    call: calls.some(({ charged }) => parseMicros(charged) > 0n),
    statement: statements.length > 0 || (has('topup') && has('charge')),
  };
}

/** What one kind of entry comes to, in micro-units. */
export function sumOf(entries: Known['entries'], kind: AdminEntry['kind']): bigint {
  return entries.filter((one) => one.kind === kind).reduce((sum, one) => sum + parseMicros(one.amount), 0n);
}
