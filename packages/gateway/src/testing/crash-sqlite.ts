// The crash points inside the transactions of the SQLite backend. It is preloaded, because these run on a separate thread, and does nothing
// in any other thread or process.
import { StatementSync } from 'node:sqlite';
import { isMainThread } from 'node:worker_threads';
import { CrashPoints } from './crash-points.ts';

const CHANGES = /^\s*(INSERT|UPDATE|DELETE)/;

function watchStatements(points: CrashPoints): void {
  const run = StatementSync.prototype.run as (this: StatementSync, ...values: never[]) => unknown;
  StatementSync.prototype.run = function (this: StatementSync, ...values: never[]) {
    const sql = this.sourceSQL;
    if (CHANGES.test(sql)) points.reach('before a statement');
    if (sql !== 'COMMIT') return run.apply(this, values);
    points.reach('before commit');
    const result = run.apply(this, values);
    points.reach('after commit');
    return result;
  } as StatementSync['run'];
}

if (!isMainThread) watchStatements(CrashPoints.ofEnvironment());
