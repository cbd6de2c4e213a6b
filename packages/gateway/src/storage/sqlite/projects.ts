// Owns projects at rest, and how caps stand: those of a project, and those that a call of a key would meet.
import type { Project } from '../../domain/project.ts';
import { capStates } from '../../domain/spend-cap.ts';
import { capsOf } from '../ledger/calls-open.ts';
import { Ledger } from '../ledger/ledger.ts';
import { readKeyRow } from '../ledger/read-rows.ts';
import { pageOf } from '../paging.ts';
import { capColumns, readProject, readSpend } from '../rows.ts';
import { projectScope, spentNow } from '../spend-caps.ts';
import type { CapVerbs, Listed, ProjectVerbs } from '../storage.ts';
import { recordChange } from './audit.ts';
import { insertSpend, readSpent } from './spend.ts';
import type { VerbContext } from './verb-context.ts';

type Input<V extends keyof ProjectVerbs> = Parameters<ProjectVerbs[V]>[0];
type Result<V extends keyof ProjectVerbs> = Awaited<ReturnType<ProjectVerbs[V]>>;

export function createProject(context: VerbContext, input: Input<'create'>): Result<'create'> {
  const { db, nowMs } = context;
  const { id, accountId, name } = input;
  if (db.get('SELECT 1 FROM accounts WHERE id = ?', accountId) === undefined) return { kind: 'not_found' };
  if (isNameTaken(context, accountId, name)) return { kind: 'exists' };
  const row = db.get(
    `INSERT INTO projects (id, account_id, name, created_at_ms, daily_cap_micros, monthly_cap_micros, total_cap_micros)
     VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING *`,
    id,
    accountId,
    name,
    nowMs,
    ...capColumns(input),
  );
  insertSpend(db, projectScope(id), accountId);
  const detail = { account: accountId, name };
  recordChange(context, { actor: input.actor, action: 'project.create', subject: id, detail });
  return { kind: 'created', project: readProject(row!) };
}

function isNameTaken({ db }: VerbContext, accountId: string, name: string): boolean {
  return db.get('SELECT 1 FROM projects WHERE account_id = ? AND name = ?', accountId, name) !== undefined;
}

export function findProject({ db }: VerbContext, input: Input<'find'>): Project | null {
  const row = db.get('SELECT * FROM projects WHERE id = ?', input.id);
  return row === undefined ? null : readProject(row);
}

export function listProjects({ db }: VerbContext, input: Input<'list'>): Listed<Project> {
  const rows = db.all(
    'SELECT * FROM projects WHERE id > ?1 AND (?2 IS NULL OR account_id = ?2) ORDER BY id LIMIT ?3',
    input.after ?? '',
    input.accountId ?? null,
    input.limit + 1,
  );
  return pageOf(rows.map(readProject), input.limit, (project) => project.id);
}

export function updateProject(context: VerbContext, input: Input<'update'>): Result<'update'> {
  const { actor, id, ...changed } = input;
  const before = findProject(context, input);
  if (before === null) return { kind: 'not_found' };
  const after = { ...before, ...changed };
  if (after.name !== before.name && isNameTaken(context, before.accountId, after.name))
    return { kind: 'exists' };
  const row = context.db.get(
    `UPDATE projects SET name = ?, daily_cap_micros = ?, monthly_cap_micros = ?, total_cap_micros = ?
      WHERE id = ? RETURNING *`,
    after.name,
    ...capColumns(after),
    id,
  );
  recordChange(context, { actor, action: 'project.update', subject: id, detail: changed });
  return { kind: 'changed', project: readProject(row!) };
}

export function readKeyCaps(
  { db, nowMs, node }: VerbContext,
  input: Parameters<CapVerbs['ofKey']>[0],
): Awaited<ReturnType<CapVerbs['ofKey']>> {
  return db.transaction('deferred', () => {
    const row = db.get('SELECT * FROM keys WHERE id = ?', input.keyId);
    if (row === undefined) return [];
    const ledger = new Ledger(nowMs, node);
    const key = readKeyRow(row);
    readSpent(db, ledger, key);
    return capsOf(ledger, key);
  });
}

export function readCapsOfKeys(
  context: VerbContext,
  input: Parameters<CapVerbs['ofKeys']>[0],
): Awaited<ReturnType<CapVerbs['ofKeys']>> {
  return input.keyIds.map((keyId) => readKeyCaps(context, { keyId }));
}

export function readProjectCaps(
  { db, nowMs, node }: VerbContext,
  input: Parameters<CapVerbs['ofProject']>[0],
): Awaited<ReturnType<CapVerbs['ofProject']>> {
  const row = db.get(
    `SELECT p.*, s.*, (SELECT coalesce(sum(price_micros), 0) FROM calls c
              WHERE c.account_id = p.account_id AND c.state = 'held' AND c.project_id = p.id) AS held_micros
       FROM projects p JOIN spend s ON s.scope = ?2 WHERE p.id = ?1`,
    input.projectId,
    projectScope(input.projectId),
  );
  if (row === undefined) return [];
  const { day } = new Ledger(nowMs, node);
  const spent = { charged: spentNow(readSpend(row), day), heldMicros: row.held_micros as number };
  return capStates('project', readProject(row), spent, nowMs);
}
