// Runs the contract suites on PostgreSQL.
import { describeContracts } from '../contracts/contracts.contract.ts';
import { openBesideBystander } from './testing/contract.ts';

describeContracts('PostgreSQL', openBesideBystander);
