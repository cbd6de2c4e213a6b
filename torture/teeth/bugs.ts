// Owns the list of planted bugs, in the order of their numbers. Every number must be there and every bug must be caught.
import { allBugs } from './all-bugs.ts';
import { callBugs } from './call-bugs.ts';
import { ledgerBugs } from './ledger-bugs.ts';
import { paymentsBugs } from './payments-bugs.ts';
import type { PlantedBug } from './planted-bug.ts';
import { termsBugs } from './terms-bugs.ts';

/** The kinds of bugs that the tests are held to. */
export const KINDS = 37;

export const bugs: PlantedBug[] = [
  ...ledgerBugs,
  ...callBugs,
  ...termsBugs,
  ...allBugs,
  ...paymentsBugs,
].sort((a, b) => a.number - b.number);
