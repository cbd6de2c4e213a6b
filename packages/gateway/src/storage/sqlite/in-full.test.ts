// Compares every answer and every row on SQLite with the stored texts.
import { describeInFull } from '../contracts/in-full.contract.ts';
import { openAlone } from './testing/backend.ts';

describeInFull('SQLite', openAlone);
