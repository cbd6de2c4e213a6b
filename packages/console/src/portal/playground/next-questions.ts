// Follow-up questions to an answer: the comments of a video, its author, the author's videos, replies.
import type { PricedEndpoint } from '../../api/api-types.ts';
import { type OperationName, operationFor } from './operations.ts';

/** Operations that the platform of the answer offers. */
export type PlatformOperations = ReadonlySet<string>;

export function operationsOn(endpoints: readonly PricedEndpoint[], platform: string): PlatformOperations {
  return new Set(endpoints.filter((one) => one.platform === platform).map(({ operation }) => operation));
}

/** The operation from each kind of record to another. */
export const NEXT_OPERATIONS = {
  comments: operationFor('video', 'comment', 'list')!,
  author: operationFor('author', 'author', 'record')!,
  uploads: operationFor('author', 'video', 'list')!,
  replies: operationFor('comment', 'comment', 'list')!,
  transcript: operationFor('video', 'transcript', 'record')!,
};

/** Opens the playground with the question filled in. The call is made only when the reader presses the button. */
export function askAbout(
  operation: OperationName,
  platform: string,
  about: string,
  comment?: string,
): string {
  const search = new URLSearchParams({ operation, platform, about, ...(comment && { comment }) });
  return `#/?${search}`;
}
