// The main tables: every contender on the same upstream, which answers at once or after 20 ms. The gateway that does the same work comes
// first, and every ratio refers to it; the others do less.
import { type Contender, isMissing } from '../contender.ts';
import {
  startBilling,
  startExpress,
  startFastify,
  startFastifyInsert,
} from '../contenders/do-it-yourself.ts';
import { startPostgresGateway } from '../contenders/postgres.ts';
import { startHaproxy, startNginx } from '../contenders/proxies.ts';
import { Reelgate } from '../contenders/reelgate.ts';
import type { Section, Singles } from '../results.ts';
import { type Pace, type RowFigures, runRounds } from '../rounds.ts';
import {
  billingRow,
  CALLERS,
  CALLERS_SLOW,
  liveRow,
  OWN_ID,
  plainRow,
  type Row,
  reelgateRows,
} from '../rows.ts';
import { checkBillingLedger, checkSameAnswers } from '../same-work.ts';
import type { Stage } from '../stage.ts';
import { verifyLedger } from './process.ts';

type Skipped = Section['skipped'];

const labels = {
  billing: 'Fastify + undici + SQLite: the same work',
  billingId: "the same work, caller's request id",
  direct: 'upstream, called directly',
  fastify: 'Fastify + http-proxy + bearer-auth + rate-limit',
  insert: 'Fastify as above + one SQLite insert per call',
  express: 'Express + http-proxy-middleware + rate-limit',
  nginx: 'nginx, key check and limit',
  haproxy: 'HAProxy, key check and limit',
};

const baseOf = (at: 'fast' | 'slow') => `${at}-billing`;
/** Rows with an id of the caller are compared with the same work that stores its answer, too. */
const BASE_ID = 'fast-billing-id';

interface BillingSide {
  contender: Contender;
  rows: Row[];
  /** The file of its ledger. */
  file: string;
}

/** The gateway that does the same work. */
async function startBillingSide(stage: Stage, at: 'fast' | 'slow', callers: number): Promise<BillingSide> {
  const file = `${stage.folder(`billing-${at}`)}/billing.db`;
  const contender = await stage.keep(startBilling(stage.upstream.at[at], file));
  const row = { id: baseOf(at), label: labels.billing, contender };
  return { contender, rows: [billingRow(row, { platform: at }, callers)], file };
}

/** All rounds of a section, and then the check of the other gateway's ledger. */
async function runBeside(stage: Stage, billing: BillingSide, rows: Row[], pace: Pace): Promise<RowFigures[]> {
  const figures = await runRounds(stage, [...billing.rows, ...rows], pace, billing.rows[0]!.id);
  const answered = figures.slice(0, billing.rows.length).reduce((sum, { calls }) => sum + calls, 0);
  checkBillingLedger(billing.file, answered);
  return figures;
}

/** Everything that does less than Reelgate, on one port of the upstream. */
async function plainRows(
  stage: Stage,
  at: 'fast' | 'slow',
  callers: number,
  skipped: Skipped,
): Promise<Row[]> {
  const url = stage.upstream.at[at];
  const folder = stage.folder(`plain-${at}`);
  const row = (id: Exclude<keyof typeof labels, 'billing' | 'billingId'>, contender: Row['contender']) =>
    plainRow({ id: `${at}-${id}`, label: labels[id], contender }, callers);
  const rows = [
    row('direct', stage.upstream.direct(url)),
    row('fastify', await stage.keep(startFastify(url))),
    row('insert', await stage.keep(startFastifyInsert(url, `${folder}/calls.db`))),
    row('express', await stage.keep(startExpress(url))),
  ];
  const servers = { nginx: startNginx, haproxy: startHaproxy };
  for (const [id, start] of Object.entries(servers) as [keyof typeof servers, typeof startNginx][]) {
    const server = await stage.keepIfThere(start(url, stage.folder(`${id}-${at}`)));
    if (isMissing(server)) skipped.push({ label: labels[id], reason: server.missing });
    else rows.push(row(id, server));
  }
  return rows;
}

export async function measureContenders(
  stage: Stage,
  pace: Pace,
): Promise<{ section: Section; singles: Singles }> {
  const skipped: Skipped = [];
  const billing = await startBillingSide(stage, 'fast', CALLERS);
  const folder = stage.folder('contenders-sqlite');
  const sqlite = await stage.keep(Reelgate.start({ folder, upstream: stage.upstream.at }));
  await checkSameAnswers(stage, sqlite, billing.contender, 'fast');
  const { contender } = billing;
  billing.rows.push(billingRow({ id: BASE_ID, label: labels.billingId, contender }, OWN_ID));
  const rows = reelgateRows(sqlite, 'SQLite', 'sqlite');
  const postgres = await stage.keepIfThere(
    startPostgresGateway({ folder: stage.folder('contenders-postgres'), upstream: stage.upstream.at }),
  );
  if (isMissing(postgres)) skipped.push({ label: 'Reelgate PostgreSQL', reason: postgres.missing });
  else rows.push(...reelgateRows(postgres.gateway, 'PostgreSQL', 'postgres'));
  for (const row of rows) {
    if (row.id.endsWith('-live')) row.base = baseOf('fast');
    if (row.id.endsWith('-live-id')) row.base = BASE_ID;
  }
  rows.push(...(await plainRows(stage, 'fast', CALLERS, skipped)));
  const section: Section = {
    id: 'contenders',
    title: 'All contenders, upstream answers at once',
    how: `${CALLERS} callers on kept connections, each sending its next request after an answer; a 20-item page of about 8 kB. Ratios are to the first row, of rows with a request id to the second.`,
    columns: 'throughput',
    rows: await runBeside(stage, billing, rows, pace),
    skipped,
  };
  await stage.clear();
  return { section, singles: await verifyLedger(folder) };
}

export async function measureSlow(stage: Stage, pace: Pace): Promise<Section> {
  const skipped: Skipped = [];
  const billing = await startBillingSide(stage, 'slow', CALLERS_SLOW);
  const folder = stage.folder('slow-sqlite');
  const contender = await stage.keep(Reelgate.start({ folder, upstream: stage.upstream.at }));
  await checkSameAnswers(stage, contender, billing.contender, 'slow');
  const rows = [
    liveRow({ id: 'slow-sqlite-live', label: 'Reelgate SQLite: live', contender }, { platform: 'slow' }),
  ];
  const postgres = await stage.keepIfThere(
    startPostgresGateway({ folder: stage.folder('slow-postgres'), upstream: stage.upstream.at }),
  );
  if (!isMissing(postgres)) {
    const row = { id: 'slow-postgres-live', label: 'Reelgate PostgreSQL: live', contender: postgres.gateway };
    rows.push(liveRow(row, { platform: 'slow' }));
  }
  rows.push(...(await plainRows(stage, 'slow', CALLERS_SLOW, skipped)));
  return {
    id: 'slow',
    title: 'Upstream answers after 20 ms',
    how: `${CALLERS_SLOW} callers; otherwise as above. Rows that never reach the upstream are left out.`,
    columns: 'throughput',
    rows: await runBeside(stage, billing, rows, pace),
    skipped,
  };
}
