// Runs the suites that open and end calls in each place where batches can run: on the thread alone, and in turns on both. contracts.test.ts runs
// them on the event loop.
import { describeCaps } from '../contracts/caps.contract.ts';
import { describeGathered } from '../contracts/gathered.contract.ts';
import { describeGrants } from '../contracts/grants.contract.ts';
import { describeLedgerEdges } from '../contracts/ledger-edges.contract.ts';
import { describeStorage } from '../contracts/storage.contract.ts';
import { describeLedgerModel } from '../contracts/storage.model.ts';
import { describeTerms } from '../contracts/terms.contract.ts';
import { describeTiers } from '../contracts/tiers.contract.ts';
import { inTurns, never, openAlone, openUnwatched } from './testing/backend.ts';

const PLACES = { 'SQLite on the thread': never, 'SQLite in turns': inTurns };

for (const [name, placed] of Object.entries(PLACES)) {
  const open: typeof openUnwatched = (clock) => openUnwatched(clock, placed());
  describeLedgerModel(name, (clock) => openAlone(clock, placed()));
  describeStorage(name, open);
  describeLedgerEdges(name, open);
  describeTerms(name, open);
  describeCaps(name, open);
  describeGrants(name, open);
  describeTiers(name, open);
  describeGathered(name, open);
}
