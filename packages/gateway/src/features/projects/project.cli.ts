// Commands on projects: labels on keys, with shared spend caps.
import type { Static } from 'typebox';
import type { AnyCommand, Invocation } from '../../terminal/command.ts';
import { type Columns, fieldsOf, long, right, tableOf } from '../../terminal/table.ts';
import { verbCommand } from '../../terminal/verb-command.ts';
import type { CapView } from '../caps/cap-views.ts';
import { projectCreate, projectList, projectRead, projectUpdate } from './project.admin.ts';
import type { ProjectView } from './project-views.ts';

type Project = Static<typeof ProjectView>;
type Cap = Static<typeof CapView>;

const PROJECT: Columns<Project> = { id: 'id', account: 'account_id', name: 'name', created: 'created_at' };
const CAP_ROW: Columns<Cap> = {
  cap: 'window',
  limit: right('limit'),
  spent: right('spent'),
  left: right('left'),
  'opens again': 'resets_at',
};

function shows({ project, caps }: { project: Project; caps: Cap[] }, { world }: Invocation): string {
  const fields = fieldsOf(PROJECT, project, world.columns);
  return caps.length === 0
    ? `${fields}It has no caps.\n`
    : `${fields}\n${tableOf(CAP_ROW, caps, world.columns)}`;
}

const caps = {
  daily_cap: ['--daily-cap <AMOUNT>', 'most that its keys may spend per UTC day'],
  monthly_cap: ['--monthly-cap <AMOUNT>', 'most that its keys may spend per UTC month'],
  total_cap: ['--total-cap <AMOUNT>', 'most that its keys may ever spend'],
} as const;

export const projectCommands: AnyCommand[] = [
  verbCommand({
    words: 'project create',
    summary: 'Create a project: a label on keys, with caps on what they spend together',
    verb: projectCreate,
    arguments: { account: 'id or name of the account that pays', name: 'unique within its account' },
    flags: caps,
    examples: ['project create acme crawl --daily-cap 5.00 --total-cap 100.00'],
    shows,
  }),
  verbCommand({
    words: 'project list',
    summary: 'List projects, of one account or of all',
    verb: projectList,
    arguments: { account: 'id or name' },
    examples: ['project list', 'project list acme'],
    lists: [
      'projects',
      {
        id: 'id',
        account: 'account_id',
        name: long('name'),
        'daily cap': right('daily_cap'),
        'monthly cap': right('monthly_cap'),
        'total cap': right('total_cap'),
      },
      'There are no projects.',
    ],
  }),
  verbCommand({
    words: 'project show',
    summary: 'Show one project and what is left of its caps',
    verb: projectRead,
    arguments: { project: 'id of the project' },
    examples: ['project show prj_4fQ2'],
    shows,
  }),
  verbCommand({
    words: 'project update',
    summary: 'Change name or caps of a project',
    verb: projectUpdate,
    arguments: { project: 'id of the project' },
    flags: { name: ['--name <NAME>', 'a new name'], ...caps },
    notes: '"none" takes a cap away: --daily-cap none.',
    examples: ['project update prj_4fQ2 --total-cap 200.00 --daily-cap none'],
    shows,
  }),
];
