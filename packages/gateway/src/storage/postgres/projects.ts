// Owns projects at rest, and how caps stand: those of a project, and those that a call of a key would meet.
import type { Project } from '../../domain/project.ts';
import { capStates } from '../../domain/spend-cap.ts';
import { capsOf } from '../ledger/calls-open.ts';
import { Ledger } from '../ledger/ledger.ts';
import { pageOf } from '../paging.ts';
import { capColumns, readCaps, readProject, readSpend } from '../rows.ts';
import { projectScope, spentNow } from '../spend-caps.ts';
import type { CapVerbs, Listed, ProjectVerbs } from '../storage.ts';
import { recordChange } from './audit.ts';
import { addKey, KEYS, lockAccounts } from './ledger-read.ts';
import { insertSpend, PROJECTS, readSpent } from './spend.ts';
import type { VerbContext } from './verb-context.ts';

type Input<V extends keyof ProjectVerbs> = Parameters<ProjectVerbs[V]>[0];
type Result<V extends keyof ProjectVerbs> = Awaited<ReturnType<ProjectVerbs[V]>>;

/** The account is locked first, so that two projects of one name cannot be made at the same time. */
export async function createProject(context: VerbContext, input: Input<'create'>): Promise<Result<'create'>> {
  const { db, nowMs } = context;
  const { id, accountId, name } = input;
  if ((await lockAccounts(db, [accountId])).length === 0) return { kind: 'not_found' };
  if (await isNameTaken(context, accountId, name)) return { kind: 'exists' };
  const row = await db.get(
    `INSERT INTO projects (id, account_id, name, created_at_ms, daily_cap_micros, monthly_cap_micros, total_cap_micros)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING *`,
    id,
    accountId,
    name,
    nowMs,
    ...capColumns(input),
  );
  await insertSpend(db, projectScope(id), accountId);
  const detail = { account: accountId, name };
  await recordChange(context, { actor: input.actor, action: 'project.create', subject: id, detail });
  return { kind: 'created', project: readProject(row!) };
}

async function isNameTaken({ db }: VerbContext, accountId: string, name: string): Promise<boolean> {
  const sql = 'SELECT 1 AS one FROM projects WHERE account_id = $1 AND name = $2';
  return (await db.get(sql, accountId, name)) !== undefined;
}

export async function findProject(
  { db }: Pick<VerbContext, 'db'>,
  input: Input<'find'>,
): Promise<Project | null> {
  const row = await db.get('SELECT * FROM projects WHERE id = $1', input.id);
  return row === undefined ? null : readProject(row);
}

export async function listProjects({ db }: VerbContext, input: Input<'list'>): Promise<Listed<Project>> {
  const rows = await db.all(
    'SELECT * FROM projects WHERE id > $1 AND ($2::text IS NULL OR account_id = $2) ORDER BY id LIMIT $3',
    input.after ?? '',
    input.accountId ?? null,
    input.limit + 1,
  );
  return pageOf(rows.map(readProject), input.limit, (project) => project.id);
}

export async function updateProject(context: VerbContext, input: Input<'update'>): Promise<Result<'update'>> {
  const { actor, id, ...changed } = input;
  const found = await findProject(context, input);
  if (found === null) return { kind: 'not_found' };
  await lockAccounts(context.db, [found.accountId]);
  const before = (await findProject(context, input))!;
  const after = { ...before, ...changed };
  if (after.name !== before.name && (await isNameTaken(context, before.accountId, after.name)))
    return { kind: 'exists' };
  const row = await context.db.get(
    `UPDATE projects SET name = $1, daily_cap_micros = $2, monthly_cap_micros = $3, total_cap_micros = $4
      WHERE id = $5 RETURNING *`,
    after.name,
    ...capColumns(after),
    id,
  );
  await recordChange(context, { actor, action: 'project.update', subject: id, detail: changed });
  return { kind: 'changed', project: readProject(row!) };
}

export async function readKeyCaps(
  context: VerbContext,
  { keyId }: Parameters<CapVerbs['ofKey']>[0],
): ReturnType<CapVerbs['ofKey']> {
  const [caps] = await readCapsOfKeys(context, { keyIds: [keyId] });
  return caps!;
}

export async function readCapsOfKeys(
  { db, nowMs, node }: VerbContext,
  { keyIds }: Parameters<CapVerbs['ofKeys']>[0],
): ReturnType<CapVerbs['ofKeys']> {
  const ledger = new Ledger(nowMs, node);
  for (const row of await db.all(KEYS, keyIds)) addKey(ledger, row);
  await readSpent(db, ledger);
  return keyIds.map((id) => {
    const key = ledger.keys.get(id);
    return key === undefined ? [] : capsOf(ledger, key);
  });
}

export async function readProjectCaps(
  { db, nowMs, node }: VerbContext,
  input: Parameters<CapVerbs['ofProject']>[0],
): ReturnType<CapVerbs['ofProject']> {
  const row = await db.get(PROJECTS, [input.projectId]);
  if (row === undefined) return [];
  const { day } = new Ledger(nowMs, node);
  const spent = { charged: spentNow(readSpend(row), day), heldMicros: row.held_micros as number };
  return capStates('project', readCaps(row), spent, nowMs);
}
