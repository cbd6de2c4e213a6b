// Runs the contract of duties on PostgreSQL.
import { describeDuties } from '../contracts/duties.contract.ts';
import { openAlone } from './testing/contract.ts';

describeDuties('PostgreSQL', openAlone);
