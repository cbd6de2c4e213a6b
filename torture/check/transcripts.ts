// Invariants of transcripts: who paid for one got all of its words. That they are the words of this video is checked with all answers (U5).
import { cuesOf, TRANSCRIPT_PATHS } from '../offers.ts';
import { type Case, isOk } from './evidence.ts';
import type { Findings } from './verdict.ts';

/** T1: a transcript has as many cues as the captions of its video. */
export function checkTranscripts(found: Findings, { calls }: Case): void {
  for (const { account, id, uses } of calls) {
    for (const { begin, end } of uses.filter(isOk)) {
      if (!TRANSCRIPT_PATHS.includes(begin.path ?? '')) continue;
      const due = cuesOf(begin.keyword ?? '');
      found.expect('T1', end?.cues === due, () => `${end?.cues} cues of ${due}`, account, id);
    }
  }
}
