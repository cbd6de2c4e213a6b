// The list of planted bugs, sorted by number. Every number must be used and every bug must be caught.
import { allBugs } from './all-bugs.ts';
import { callBugs } from './call-bugs.ts';
import { gatheringBugs } from './gathering-bugs.ts';
import { ledgerBugs } from './ledger-bugs.ts';
import { paymentsBugs } from './payments-bugs.ts';
import type { PlantedBug } from './planted-bug.ts';
import { termsBugs } from './terms-bugs.ts';

/** Number of the kinds of bugs that the tests must notice. */
export const KINDS = 41;

export const bugs: PlantedBug[] = [
  ...ledgerBugs,
  ...callBugs,
  ...termsBugs,
  ...allBugs,
  ...paymentsBugs,
  ...gatheringBugs,
].sort((a, b) => a.number - b.number);
