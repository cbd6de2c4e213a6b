// Runs the model of the ledger, the lists of calls and the archive on PostgreSQL: suites that count all accounts, so no bystander is there.
import { describeArchive } from '../contracts/archive.contract.ts';
import { describeCallLists } from '../contracts/call-lists.contract.ts';
import { describeLedgerModel } from '../contracts/storage.model.ts';
import { openAlone } from './testing-contract.ts';

describeLedgerModel('PostgreSQL', openAlone);
describeCallLists('PostgreSQL', openAlone);
describeArchive('PostgreSQL', openAlone);
