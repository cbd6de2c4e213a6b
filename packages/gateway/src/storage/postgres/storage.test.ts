// Runs the model of the ledger, the lists of calls, the archive and the duties on PostgreSQL. These suites count all accounts, so there is no
// bystander.
import { describeArchive } from '../contracts/archive.contract.ts';
import { describeCallLists } from '../contracts/call-lists.contract.ts';
import { describeDuties } from '../contracts/duties.contract.ts';
import { describeGatheringModel } from '../contracts/gathering.model.ts';
import { describeLedgerModel } from '../contracts/storage.model.ts';
import { openAlone } from './testing/contract.ts';

describeLedgerModel('PostgreSQL', openAlone);
describeGatheringModel('PostgreSQL', openAlone);
describeCallLists('PostgreSQL', openAlone);
describeArchive('PostgreSQL', openAlone);
describeDuties('PostgreSQL', openAlone);
