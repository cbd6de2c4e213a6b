// What a call asked, as receipts, calls and complaints show it.
import type { Static } from 'typebox';
import { mayAct } from '../../domain/access/session.ts';
import type { KeptQuestion } from '../../domain/gathering/question.ts';
import { Type } from '../../domain/schema.ts';
import { interactivePath } from '../../operations/gathered-paths.ts';
import type { AdminCaller } from '../../verb/deps.ts';

const AskedCallView = Type.Object(
  {
    path: Type.String({
      description: 'The route that asks the same, also for pages of collections and runs of watches.',
      examples: ['/api/u1/v1/library/app/search_video_v2'],
    }),
    parameters: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }), {
      description:
        'As they were sent, without those about the price. An address is shown as the id that it names. Of a mounted route, values that may be credentials are shown as `…`.',
      examples: [[{ name: 'keyword', value: 'storm' }]],
    }),
    is_cut: Type.Boolean({ description: 'True when there was more than the 2,048 bytes that are kept.' }),
  },
  { $id: 'AskedCall', description: 'What a call asked.' },
);

const KEPT =
  'What was asked; null when it was not kept (`observe.keep_questions`) or its days are over (`observe.question_days`).';

export const AskedField = Type.Union([AskedCallView, Type.Null()], { description: KEPT });
export const AdminAskedField = Type.Union([AskedCallView, Type.Null()], {
  description: `${KEPT} Always null for the role \`viewer\`.`,
});

interface HasQuestion {
  path: string;
  asked: KeptQuestion | null;
}

export function askedView({ path, asked }: HasQuestion): Static<typeof AskedCallView> | null {
  if (asked === null) return null;
  const parameters = asked.parameters.map(([name, value]) => ({ name, value }));
  return { path: interactivePath(path), parameters, is_cut: asked.isCut };
}

/**
 * The same without the question, for a viewer. A viewer reads sums, states and prices; what customers look for is theirs, and only people
 * who help them need it.
 */
export function asSeenBy<T extends HasQuestion>(caller: AdminCaller, one: T): T {
  return seesQuestions(caller) ? one : { ...one, asked: null };
}

/** Also for the questions of collections and watches. */
export function seesQuestions({ role }: Pick<AdminCaller, 'role'>): boolean {
  return role === undefined || mayAct(role, 'operator');
}

/** What a call asked, on one line of a terminal. */
export function askedText(asked: Static<typeof AskedField>): string | null {
  if (asked === null) return null;
  const text = asked.parameters.map(({ name, value }) => `${name}=${value}`).join('  ');
  return asked.is_cut ? `${text} … (cut)` : text;
}
