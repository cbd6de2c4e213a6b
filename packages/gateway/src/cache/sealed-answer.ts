// The form in which an answer is stored in a cache that others can reach: its times, its counts and its bytes, signed with a
// secret of the gateway together with its name. Values that this gateway did not write under that name are rejected. It does not
// use a server.
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { About } from '../domain/thing-names.ts';

const TAG_BYTES = 32;
const LENGTH_BYTES = 4;

interface SealedAnswer {
  /** When the platform gave the answer, by the clock of the node that fetched it. */
  atMs: number;
  freshMs: number;
  staleMs: number;
  /** The era of its provider at that time. */
  era: string;
  items: number;
  /** The things that the answer is about. */
  about: About;
  /** Identifies the account whose call brought it. */
  mark: string;
  /** The bytes of the provider's answer, and how long the provider took for it. */
  took: { bytes: number; durationMs: number };
  /** The results, in the form that the answer defines. */
  results: Uint8Array;
}

export function sealAnswer(key: KeyObject, name: string, { results, ...figures }: SealedAnswer): Buffer {
  const head = Buffer.from(JSON.stringify(figures));
  const whole = Buffer.allocUnsafe(TAG_BYTES + LENGTH_BYTES + head.length + results.length);
  whole.writeUInt32BE(head.length, TAG_BYTES);
  whole.set(head, TAG_BYTES + LENGTH_BYTES);
  whole.set(results, TAG_BYTES + LENGTH_BYTES + head.length);
  whole.set(tagOf(key, name, whole.subarray(TAG_BYTES)));
  return whole;
}

/** null for every value that `sealAnswer` did not make with this key for this name. */
export function openAnswer(key: KeyObject, name: string, value: Buffer): SealedAnswer | null {
  if (value.length < TAG_BYTES + LENGTH_BYTES) return null;
  const signed = value.subarray(TAG_BYTES);
  if (!timingSafeEqual(tagOf(key, name, signed), value.subarray(0, TAG_BYTES))) return null;
  const headEnd = LENGTH_BYTES + signed.readUInt32BE(0);
  const figures = JSON.parse(signed.toString('utf8', LENGTH_BYTES, headEnd)) as Omit<SealedAnswer, 'results'>;
  return { ...figures, results: signed.subarray(headEnd) };
}

function tagOf(key: KeyObject, name: string, signed: Uint8Array): Buffer {
  // All names have the same length, so no byte can move from the name into what follows.
  return createHmac('sha256', key).update(name).update(signed).digest();
}
