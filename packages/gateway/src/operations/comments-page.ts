// The parameters and fields that pages of comments and pages of replies share.
import type { TSchema } from 'typebox';
import { Comment } from '../domain/comment.ts';
import { Type } from '../domain/schema.ts';
import type { FinishedPage, PageContext } from './operation.ts';
import { nativePageOf, pageSchemaOf } from './page-answer.ts';
import { countParameter, includeParameter, maxAgeParameter, pcursorParameter } from './parameters.ts';

export const commentsPageParameters = {
  pcursor: pcursorParameter,
  count: countParameter,
  include: includeParameter,
  max_age: maxAgeParameter,
};

export const disabledField = Type.Boolean({
  description: 'Comments are switched off here. Such a page is empty, and the last one.',
});

/** The answer schemas of both groups, called `<name>Page` and `Native<name>Page`. */
export function commentPagesOf(
  name: string,
  ask: Record<string, TSchema>,
  says: Record<string, TSchema>,
): { u1: TSchema; u2: TSchema } {
  return {
    u1: pageSchemaOf(ask, Comment, {
      $id: `${name}Page`,
      description: 'One page of unified records (group u1).',
      says,
    }),
    u2: nativePageOf(ask, {
      $id: `Native${name}Page`,
      description: "One page in the platform's own shape (group u2).",
      says,
    }),
  };
}

export function finishComments(
  { items, isDisabled = false }: { items: FinishedPage['items']; isDisabled?: boolean },
  { sort }: PageContext,
): FinishedPage {
  return { items, says: { ...(sort !== null && { sort }), disabled: isDisabled }, mark: null };
}
