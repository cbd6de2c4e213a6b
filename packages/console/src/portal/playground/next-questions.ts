// Follow-up questions to an answer, by what an operation is asked about and what it gives: the comments of a video, its author, the author's
// videos, the videos of a playlist, replies.
import type { PricedEndpoint } from '../../api/api-types.ts';
import { OPERATION_NAMES, OPERATIONS, type OperationName, operationFor } from './operations.ts';

/** Operations that the platform of the answer offers. */
export type PlatformOperations = ReadonlySet<string>;

export function operationsOn(endpoints: readonly PricedEndpoint[], platform: string): PlatformOperations {
  return new Set(endpoints.filter((one) => one.platform === platform).map(({ operation }) => operation));
}

/** What may be asked about a record of this kind, other than that record itself. */
export function questionsAbout(kind: 'video' | 'author' | 'comment' | 'playlist'): OperationName[] {
  return OPERATION_NAMES.filter(
    (name) => OPERATIONS[name].about === kind && (OPERATIONS[name].paged || OPERATIONS[name].record !== kind),
  );
}

/** From the author's id in a record to the author. */
export const AUTHOR = operationFor('author', 'author', 'record')!;
/** From a transcript to another track of its video. */
export const TRANSCRIPT = operationFor('video', 'transcript', 'record')!;

/** Opens the playground with the question for this track filled in. A track without a language cannot be asked for by it. */
export function askForTrack(
  platform: string,
  video: string,
  { language, kind }: { language: string | null; kind: string | null },
): string {
  const wishes = new URLSearchParams({ ...(language && { language }), ...(kind && { kind }) });
  return `${askAbout(TRANSCRIPT, platform, video)}&${wishes}`;
}

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
