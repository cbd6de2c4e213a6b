// Projects, and the state of caps: those of a project, and those that apply to calls of a key. The transaction that charges changes the
// running sums (spend.ts of each database); this file only reads them.

import { PROJECT_FIELDS, type Project } from '../../domain/access/key.ts';
import { utcDay } from '../../domain/clock.ts';
import { type CapState, capStates, hasCap, type SpendCaps } from '../../domain/limiting/spend-cap.ts';
import { capsOf } from '../ledger/calls-open.ts';
import type { KeyRow, ProjectRow } from '../ledger/ledger.ts';
import { readKeyRow, readProjectRow } from '../ledger/read-rows.ts';
import {
  keyScope,
  NO_SPEND,
  projectScope,
  type Spend,
  spentNow,
  startOfMonth,
} from '../ledger/spend-caps.ts';
import { type Listed, type Paging, pageOf } from '../steps/paging.ts';
import { type Dialect, one, type Reading, type Row } from '../steps/reading.ts';
import { storedTable } from '../steps/table.ts';
import type { Actor, WriteMoment, Writing } from '../steps/writing.ts';
import { wakeCollections } from './collection-rows.ts';

export const projects = storedTable('projects', PROJECT_FIELDS);

export interface CreateProject extends Actor, Omit<Project, 'createdAtMs'> {}

export type CreateProjectResult =
  | { kind: 'created'; project: Project }
  | { kind: 'exists' }
  | { kind: 'not_found' };

export interface UpdateProject extends Actor, Partial<SpendCaps> {
  id: string;
  name?: string;
}

export type ProjectChange =
  | { kind: 'changed'; project: Project }
  | { kind: 'exists' }
  | { kind: 'not_found' };

export function* findProject({ id }: { id: string }): Reading<Project | null> {
  const row = yield* one('SELECT * FROM projects WHERE id = $1', id);
  return row === undefined ? null : projects.read(row);
}

export function* listProjects(input: Paging & { accountId?: string }): Reading<Listed<Project>> {
  const { after, accountId, limit } = input;
  const rows = yield {
    sql: `SELECT * FROM projects WHERE id > $1 AND (CAST($2 AS text) IS NULL OR account_id = $2) ORDER BY id LIMIT $3`,
    values: [after ?? '', accountId ?? null, limit + 1],
  };
  return pageOf(rows.map(projects.read), limit, (project) => project.id);
}

/** The account is locked first, so that two projects of one name cannot be created at the same time. */
export function* createProject(input: CreateProject, { nowMs }: WriteMoment): Writing<CreateProjectResult> {
  const { actor, id, accountId, name } = input;
  if ((yield { lockAccount: accountId }).length === 0) return { kind: 'not_found' };
  if (yield* isNameTaken(accountId, name)) return { kind: 'exists' };
  const { actor: _actor, ...made } = input;
  const [row] = yield projects.insert({ ...made, createdAtMs: nowMs });
  yield* insertSpend(projectScope(id), accountId, NO_SPEND);
  const detail = { account: accountId, name };
  yield { change: { actor, action: 'project.create', subject: id, detail } };
  return { kind: 'created', project: projects.read(row!) };
}

function* isNameTaken(accountId: string, name: string): Writing<boolean> {
  const sql = 'SELECT 1 AS one FROM projects WHERE account_id = $1 AND name = $2';
  return (yield { sql, values: [accountId, name] }).length > 0;
}

export function* updateProject(input: UpdateProject, { nowMs }: WriteMoment): Writing<ProjectChange> {
  const { actor, id, ...changed } = input;
  const found = yield* findProject(input);
  if (found === null) return { kind: 'not_found' };
  yield { lockAccount: found.accountId };
  const before = (yield* findProject(input))!;
  const { name = before.name } = changed;
  if (name !== before.name && (yield* isNameTaken(before.accountId, name))) return { kind: 'exists' };
  const [row] = yield projects.change(id, { name: before.name, ...changed });
  yield* wakeCollections(before.accountId, 'cap', nowMs);
  yield { change: { actor, action: 'project.update', subject: id, detail: changed } };
  return { kind: 'changed', project: projects.read(row!) };
}

function* insertSpend(scope: string, accountId: string, spend: Spend): Writing<void> {
  yield {
    sql: `INSERT INTO spend (scope, account_id, day, day_micros, month, month_micros, total_micros)
          VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      ...[scope, accountId, spend.day, spend.dayMicros],
      ...[spend.month, spend.monthMicros, spend.totalMicros],
    ],
  };
}

/**
 * A key has a running sum while it has a total cap. The sum begins with everything that the key was ever charged. If the key may have
 * been charged before, the account must be locked.
 */
export function* countKey(key: {
  id: string;
  accountId: string;
  totalCapMicros: number | null;
}): Writing<void> {
  const scope = keyScope(key.id);
  const isCounted =
    (yield { sql: 'SELECT 1 AS one FROM spend WHERE scope = $1', values: [scope] }).length > 0;
  if (isCounted === (key.totalCapMicros !== null)) return;
  if (isCounted) {
    yield { sql: 'DELETE FROM spend WHERE scope = $1', values: [scope] };
    return;
  }
  const [charged] = yield {
    sql: `SELECT CAST(coalesce(sum(charged_micros), 0) AS bigint) AS micros FROM (
            SELECT charged_micros FROM usage_days WHERE account_id = $1 AND key_id = $2 UNION ALL
            SELECT charged_micros FROM usage_carried WHERE account_id = $1 AND key_id = $2) AS charged`,
    values: [key.accountId, key.id],
  };
  yield* insertSpend(scope, key.accountId, { ...NO_SPEND, totalMicros: charged!.micros as number });
}

/** Every cap that applies to calls of this key, its own and its project's; empty for an unknown key. */
export function* readKeyCaps(
  { keyId }: { keyId: string },
  nowMs: number,
  dialect: Dialect,
): Reading<CapState[]> {
  const [caps] = yield* readCapsOfKeys({ keyIds: [keyId] }, nowMs, dialect);
  return caps!;
}

/** The same for several keys, in their sequence. */
export function* readCapsOfKeys(
  { keyIds }: { keyIds: readonly string[] },
  nowMs: number,
  dialect: Dialect,
): Reading<CapState[][]> {
  const day = utcDay(nowMs);
  const keys = yield* readKeysSpent(keyIds, day, dialect);
  const projectIds = [...keys.values()].flatMap(({ projectId }) => projectId ?? []);
  const spent = yield* readProjectsSpent(projectIds, dialect);
  return keyIds.map((id) => {
    const key = keys.get(id);
    return key === undefined ? [] : capsOf({ projects: spent, day, nowMs }, key);
  });
}

/** Only the caps of a project; empty for an unknown project. */
export function* readProjectCaps(
  { projectId }: { projectId: string },
  nowMs: number,
  dialect: Dialect,
): Reading<CapState[]> {
  const project = (yield* readProjectsSpent([projectId], dialect)).get(projectId);
  if (project === undefined) return [];
  const spent = { charged: spentNow(project.spend, utcDay(nowMs)), heldMicros: project.heldMicros };
  return capStates('project', project.caps, spent, nowMs);
}

/** Keys with what is held now, what was charged on each day of this month, and what was charged in total. */
function* readKeysSpent(
  ids: readonly string[],
  today: string,
  dialect: Dialect,
): Reading<Map<string, KeyRow>> {
  const rows = yield {
    sql: `SELECT k.*, coalesce(s.total_micros, 0) AS total_micros,
                 (SELECT CAST(coalesce(sum(c.price_micros), 0) AS bigint) FROM calls c
                   WHERE c.state = 'held' AND c.account_id = k.account_id AND c.key_id = k.id) AS held_micros
            FROM keys k LEFT JOIN spend s ON s.scope = 'key_id:' || k.id WHERE k.id ${dialect.oneOf('$1')}`,
    values: [JSON.stringify(ids)],
  };
  const keys = new Map(rows.map((row) => [row.id as string, readSpentKey(row)]));
  yield* readDays(keys, startOfMonth(today), dialect);
  return keys;
}

const readSpentKey = (row: Row): KeyRow => ({
  ...readKeyRow(row),
  heldMicros: row.held_micros as number,
  totalMicros: row.total_micros as number,
});

/** Only for keys with a daily or monthly cap. */
function* readDays(keys: ReadonlyMap<string, KeyRow>, fromDay: string, dialect: Dialect): Reading<void> {
  const capped = [...keys.values()].filter(({ caps }) => hasCap({ ...caps, totalCapMicros: null }));
  if (capped.length === 0) return;
  const rows = yield {
    sql: `SELECT u.key_id, u.day, CAST(sum(u.charged_micros) AS bigint) AS charged_micros
            FROM keys k JOIN usage_days u ON u.account_id = k.account_id AND u.key_id = k.id AND u.day >= $2
           WHERE k.id ${dialect.oneOf('$1')} GROUP BY u.key_id, u.day`,
    values: [JSON.stringify(capped.map(({ id }) => id)), fromDay],
  };
  for (const { key_id, day, charged_micros } of rows)
    keys.get(key_id as string)!.chargedByDay.set(day as string, charged_micros as number);
}

/** Projects with what is held now. The query reads the account's open holds, of which there are few because of its rate limits. */
function* readProjectsSpent(ids: readonly string[], dialect: Dialect): Reading<Map<string, ProjectRow>> {
  if (ids.length === 0) return new Map();
  const rows = yield {
    sql: `SELECT p.*, s.day, s.day_micros, s.month, s.month_micros, s.total_micros,
                 (SELECT CAST(coalesce(sum(c.price_micros), 0) AS bigint) FROM calls c
                   WHERE c.state = 'held' AND c.account_id = p.account_id AND c.project_id = p.id) AS held_micros
            FROM projects p JOIN spend s ON s.scope = 'project_id:' || p.id WHERE p.id ${dialect.oneOf('$1')}`,
    values: [JSON.stringify([...new Set(ids)])],
  };
  return new Map(rows.map((row) => [row.id as string, readProjectRow(row, row.held_micros as number)]));
}
