// Compares every answer and every row on PostgreSQL with the stored texts. Accounts and watches are left out, to save time: their verbs are
// written once for both databases, and all that PostgreSQL does in its own way is in the other scenarios.
import { describeInFull } from '../contracts/in-full.contract.ts';
import { openAlone } from './testing/contract.ts';

/**
 * Each try to open a call uses up a number, and each entry that is rolled back. The texts have the numbers of SQLite, which leaves no gaps:
 * so the next numbers are set to those after the last ones, whenever the rows have been read.
 */
const noGap = (sequence: string, last: string) =>
  `SELECT 'sequence', CAST(setval('${sequence}', (SELECT ${last}) + 1, false) AS text)`;
const NO_GAPS = [
  noGap('calls_seq', 'coalesce(max(seq), 0) FROM calls'),
  noGap('entries_id_seq', 'coalesce(max(id), 0) FROM entries'),
].join(' UNION ALL ');

describeInFull(
  'PostgreSQL',
  async (clock) => {
    const opened = await openAlone(clock);
    const query = async (sql: string) => {
      const rows = await opened.query(`${sql} UNION ALL ${NO_GAPS}`);
      return rows.filter(({ place }) => place !== 'sequence');
    };
    return { ...opened, query };
  },
  ['calls', 'collections', 'payments', 'service'],
);
