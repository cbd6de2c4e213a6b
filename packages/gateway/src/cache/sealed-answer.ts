// Owns the form in which an answer lies in a cache that others can reach: its times, what it counts and its bytes, signed with a secret of the
// gateway together with the name that it lies under. Whatever was not written by this gateway for that name is nothing. It knows no server.
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { About } from '../domain/thing-names.ts';

const TAG_BYTES = 32;
const LENGTH_BYTES = 4;

export interface SealedAnswer {
  /** When the platform gave it, by the clock of the node that asked. */
  atMs: number;
  freshMs: number;
  staleMs: number;
  /** Of its provider, at that time. */
  era: string;
  items: number;
  /** The things that it tells of. */
  about: About;
  /** Whose call brought it. */
  mark: string;
  /** As its answer writes them down. */
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

/** null for whatever `sealAnswer` did not make with this key for this name. */
export function openAnswer(key: KeyObject, name: string, value: Buffer): SealedAnswer | null {
  if (value.length < TAG_BYTES + LENGTH_BYTES) return null;
  const signed = value.subarray(TAG_BYTES);
  if (!timingSafeEqual(tagOf(key, name, signed), value.subarray(0, TAG_BYTES))) return null;
  const headEnd = LENGTH_BYTES + signed.readUInt32BE(0);
  const figures = JSON.parse(signed.toString('utf8', LENGTH_BYTES, headEnd)) as Omit<SealedAnswer, 'results'>;
  return { ...figures, results: signed.subarray(headEnd) };
}

function tagOf(key: KeyObject, name: string, signed: Uint8Array): Buffer {
  // A name is always as long as any other, so nothing can move from it into what follows.
  return createHmac('sha256', key).update(name).update(signed).digest();
}
