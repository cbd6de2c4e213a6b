// Decides where a batch of verbs runs. While few calls are under way, crossing to the storage thread and back costs as much as their work, so
// they run on the event loop. A busy gateway, a slow disk and all verbs of other kinds use the thread.
import { AT_ONCE_BYTES_MAX } from '../../domain/text/gzip-member.ts';
import type { OpenSettledCall, SettleCall } from '../storage.ts';
import type { VerbMessage } from './call-messages.ts';
import { isOfCalls } from './calls.ts';
import { syncOf } from './commit-sync.ts';

/** More verbs in one turn of the event loop mean a busy gateway. There group commit on the thread costs less for each call. */
const HERE_MAX = 8;
/** All requests wait while a commit runs on the event loop: longer than two milliseconds would be seen in their latency. */
const COMMIT_MS_MAX = 2;
/** A commit counts with one sixteenth, so that a single slow one moves nothing for long. */
const WEIGHT = 1 / 16;
/**
 * After so many verbs the thread gets a batch, because it copies the log into the database (connection.ts). They write about 2,000 pages, half of
 * what a log may have.
 */
const HERE_IN_A_ROW_MAX = 256;

export interface BatchPlace {
  /** True: this batch is to run on the event loop. Asked only while the thread has nothing to do. */
  isHere(verbs: readonly VerbMessage[]): boolean;
  /** A batch was committed, on the event loop (`here`) or by the thread. */
  committed(verbs: readonly VerbMessage[], tookMs: number, here: boolean): void;
}

export class PlaceByLoad implements BatchPlace {
  /** Moving mean of commits of few calls that waited for the disk, wherever they ran: so a disk that has become fast is noticed, too. */
  #commitMs = 0;
  #inARow = 0;

  isHere(verbs: readonly VerbMessage[]): boolean {
    return isFewCalls(verbs) && this.#commitMs < COMMIT_MS_MAX && this.#inARow < HERE_IN_A_ROW_MAX;
  }

  committed(verbs: readonly VerbMessage[], tookMs: number, here: boolean): void {
    if (!isFewCalls(verbs)) return;
    this.#inARow = here ? this.#inARow + verbs.length : 0;
    if (syncOf(verbs) === 'FULL') this.#commitMs += (tookMs - this.#commitMs) * WEIGHT;
  }
}

export const isFewCalls = (verbs: readonly VerbMessage[]) =>
  verbs.length <= HERE_MAX && verbs.every(isSmallCall);

/** A large answer that is not compressed yet is compressed inside its transaction: not on the event loop. */
function isSmallCall({ name, input }: VerbMessage): boolean {
  if (!isOfCalls(name)) return false;
  const { answer } = input as Partial<SettleCall | OpenSettledCall>;
  if (answer == null) return true;
  if (answer.kind === 'bytes') return answer.bytes.length <= AT_ONCE_BYTES_MAX;
  return answer.begun !== undefined || lengthOf(answer.head) <= AT_ONCE_BYTES_MAX;
}

const lengthOf = (pieces: readonly (string | Uint8Array)[]) =>
  pieces.reduce((sum, { length }) => sum + length, 0);
