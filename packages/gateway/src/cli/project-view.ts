// Owns how projects and their caps look on a terminal.
import type { Static } from 'typebox';
import type { CapView } from '../features/caps/cap-views.ts';
import type { ProjectView } from '../features/projects/project-views.ts';
import { cap } from './arguments.ts';
import type { CommandOption, Invocation } from './command.ts';
import { type Cell, type Column, renderFields, renderTable } from './table.ts';

export type ShownProject = Static<typeof ProjectView>;
export interface ShownProjectCaps {
  project: ShownProject;
  caps: Static<typeof CapView>[];
}

export const capOptions: CommandOption[] = [
  { flags: '--daily-cap <AMOUNT>', summary: 'most that its keys may spend per UTC day', parse: cap },
  { flags: '--monthly-cap <AMOUNT>', summary: 'most that its keys may spend per UTC month', parse: cap },
  { flags: '--total-cap <AMOUNT>', summary: 'most that its keys may ever spend', parse: cap },
];

export const PROJECT_COLUMNS: Column[] = [
  { title: 'id' },
  { title: 'account' },
  { title: 'name', canShrink: true },
  { title: 'daily cap', align: 'right' },
  { title: 'monthly cap', align: 'right' },
  { title: 'total cap', align: 'right' },
];

export function projectCells(project: ShownProject): Cell[] {
  const { id, account_id, name, daily_cap, monthly_cap, total_cap } = project;
  return [id, account_id, name, daily_cap, monthly_cap, total_cap];
}

const CAP_COLUMNS: Column[] = [
  { title: 'cap' },
  { title: 'limit', align: 'right' },
  { title: 'spent', align: 'right' },
  { title: 'left', align: 'right' },
  { title: 'opens again' },
];

export function projectText({ world }: Invocation, { project, caps }: ShownProjectCaps): string {
  const fields = renderFields([
    ['id', project.id],
    ['account', project.account_id],
    ['name', project.name],
    ['created', project.created_at],
  ]);
  if (caps.length === 0) return `${fields}It has no caps.\n`;
  const rows = caps.map(({ window, limit, spent, left, resets_at }) => [
    window,
    limit,
    spent,
    left,
    resets_at,
  ]);
  return `${fields}\n${renderTable(CAP_COLUMNS, rows, world.columns)}`;
}
