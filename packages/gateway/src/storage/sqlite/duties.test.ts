// Runs the contract of duties on SQLite.
import { describeDuties } from '../contracts/duties.contract.ts';
import { openAlone } from './testing/backend.ts';

describeDuties('SQLite', openAlone);
