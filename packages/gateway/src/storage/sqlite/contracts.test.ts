// Runs the contract suites on SQLite.
import { describeContracts } from '../contracts.contract.ts';
import { openBesideBystander } from './testing-backend.ts';

describeContracts('SQLite', openBesideBystander);
