// Owns the ways from one answer to the next question: the comments of a video, its author, the author's videos, replies.
import type { PricedEndpoint } from '../../api/api-types.ts';
import { type OperationName, operationFor } from './operations.ts';

/** Operations that the platform of the answer has. */
export type Ways = ReadonlySet<string>;

export function waysOn(endpoints: readonly PricedEndpoint[], platform: string): Ways {
  return new Set(endpoints.filter((one) => one.platform === platform).map(({ operation }) => operation));
}

/** Where records lead: what is asked about the one and gives the other. */
export const WAYS = {
  comments: operationFor('video', 'comment')!,
  author: operationFor('author', 'author')!,
  uploads: operationFor('author', 'video')!,
  replies: operationFor('comment', 'comment')!,
};

/** The playground with the question filled in; nothing is asked before the reader presses the button. */
export function askAbout(
  operation: OperationName,
  platform: string,
  about: string,
  comment?: string,
): string {
  const search = new URLSearchParams({ operation, platform, about, ...(comment && { comment }) });
  return `#/?${search}`;
}
