// The address of the playground with the question of an earlier call. Opening it asks nothing and costs nothing.
import type { CallReceipt } from '../../api/api-types.ts';
import { filtersOf } from './form.ts';
import { isOperation } from './operations.ts';

/** What the form calls `about`, by the parameter that says it; a handle is marked as in the form. */
const ABOUT: Record<string, (value: string) => string> = {
  keyword: (value) => value,
  id: (value) => value,
  ids: (value) => value,
  author_id: (value) => value,
  handle: (value) => `@${value}`,
  playlist_id: (value) => value,
};

type Asking = Pick<CallReceipt, 'asked' | 'operation' | 'platform' | 'group' | 'variant'>;

/** null where the question is not known as a whole, or its operation is none of the playground's. */
export function playgroundLink({ asked, operation, platform, group, variant }: Asking): string | null {
  if (asked === null || asked.is_cut || !isOperation(operation)) return null;
  const given = new Map(asked.parameters.map(({ name, value }) => [name, value]));
  const about = asked.parameters.find(({ name }) => Object.hasOwn(ABOUT, name));
  const fields: [string, string | undefined][] = [
    ['operation', operation],
    ['platform', platform],
    ['group', group],
    ['variant', variant],
    ['about', about && ABOUT[about.name]!(about.value)],
    ['comment', given.get('comment_id')],
    ['count', given.get('count')],
    ...filtersOf(operation).map((name) => [name, given.get(name)] as [string, string | undefined]),
  ];
  const known = fields.filter((field): field is [string, string] => field[1] !== undefined);
  return `#/?${new URLSearchParams(known)}`;
}
