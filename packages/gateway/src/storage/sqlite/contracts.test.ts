// Runs the contract suites on SQLite.
import { describeContracts } from '../contracts/contracts.contract.ts';
import { openBesideBystander } from './testing/backend.ts';

describeContracts('SQLite', openBesideBystander);
