// How a project is shown to operators, with the state of its caps, and the look-up of a project that key verbs start with.
import type { Static } from 'typebox';
import { PROJECT_FIELDS, type Project } from '../../domain/access/key.ts';
import { type Failure, failure, invalid } from '../../domain/failure.ts';
import { Type } from '../../domain/schema.ts';
import type { AdminDeps } from '../../verb/deps.ts';
import { Currency, IdText } from '../../verb/fields.ts';
import { viewOf } from '../../verb/views.ts';
import { CapView, capView } from '../caps/cap-views.ts';

const shownProject = viewOf<Project, string>()(PROJECT_FIELDS, (workOut) => ({
  currency: workOut('total_cap', Currency, (_, currency) => currency),
}));
export const ProjectView = Type.Object(shownProject.properties, {
  $id: 'Project',
  description: 'A label on keys of one account, with caps on what they spend together.',
});
export const projectView = shownProject.show;
/** With the current state of its caps. */
export const ProjectAnswer = Type.Object({ project: ProjectView, caps: Type.Array(CapView) });
export const projectParams = Type.Object({ project: IdText });
export async function projectAnswer(
  { storage, currency }: AdminDeps,
  project: Project,
): Promise<Static<typeof ProjectAnswer>> {
  const caps = await storage.caps.ofProject({ projectId: project.id });
  return { project: projectView(project, currency), caps: caps.map(capView) };
}

export const noProject = failure('NOT_FOUND', 'There is no such project.');

/** The project that a key shall belong to: must be of the same account. Null: no project. */
export async function projectOrFailure(
  { storage }: AdminDeps,
  id: string | null,
  accountId: string,
): Promise<Project | null | Failure> {
  if (id === null) return null;
  const project = await storage.projects.find({ id });
  const isOwn = project !== null && project.accountId === accountId;
  return isOwn ? project : invalid('project', 'must be the id of a project of the same account');
}
