// The parties for which providers are asked: an account by its id, or the collections and watches of an account, which go after all others.

const GATHERING = 'gathering ';

/** No account id contains a space. */
export const gatheringParty = (accountId: string): string => `${GATHERING}${accountId}`;

export const isGatheringParty = (party: string | null): boolean => party?.startsWith(GATHERING) ?? false;

/** The account whose collections and watches this party is; null for any other party. */
export const gatheringAccount = (party: string | null): string | null =>
  isGatheringParty(party) ? party!.slice(GATHERING.length) : null;
