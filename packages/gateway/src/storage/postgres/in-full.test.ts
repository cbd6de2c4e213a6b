// Compares every answer and every row on PostgreSQL with the stored texts.
import { describeInFull } from '../contracts/in-full.contract.ts';
import { openAlone } from './testing/contract.ts';

/**
 * Each try to open a call uses up a number. The texts have the numbers of SQLite, which leaves no gaps: so the next number is set to the one
 * after the last call, whenever the rows have been read.
 */
const NO_GAP = `SELECT 'calls_seq', CAST(setval('calls_seq', (SELECT coalesce(max(seq), 0) + 1 FROM calls), false) AS text)`;

describeInFull('PostgreSQL', async (clock) => {
  const opened = await openAlone(clock);
  const query = async (sql: string) => {
    const rows = await opened.query(`${sql} UNION ALL ${NO_GAP}`);
    return rows.filter(({ place }) => place !== 'calls_seq');
  };
  return { ...opened, query };
});
