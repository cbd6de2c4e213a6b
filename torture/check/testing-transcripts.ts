// The history of testing-case.ts with a transcript among its calls, for tests of the checker; and ways to spoil it, each with the invariant that
// it breaks.
import type { ClientEvent } from '../journal.ts';
import { cuesOf, hiddenOf, TRANSCRIPT_PATHS } from '../offers.ts';
import type { Evidence } from './evidence.ts';
import { cleanEvidence } from './testing-case.ts';
import { callOf, endOf, type Planted } from './testing-planted.ts';

const PATH = TRANSCRIPT_PATHS[0]!;
const VIDEO = '00000000-0000-4000-8000-000000000003';

/** The first call, `r1`, is about a transcript instead of a search. */
export function transcriptEvidence(): Evidence {
  const evidence = cleanEvidence();
  const { client, upstream, ledger } = evidence;
  for (const event of client) {
    if (event.account !== 'acct-0' || event.id !== 'r1') continue;
    Object.assign(event, { path: PATH, ...(event.op !== 'altered' && { keyword: VIDEO }) });
    if (event.type === 'ok') event.cues = cuesOf(VIDEO);
  }
  upstream[0]!.keyword = VIDEO;
  const row = callOf(evidence, 'a0', 'r1');
  row.path = PATH;
  const [usage] = ledger.usage;
  usage!.calls--;
  usage!.charged -= row.charged;
  ledger.usage.push({ ...usage!, path: PATH, calls: 1, charged: row.charged });
  for (const { rules } of ledger.catalogs)
    rules[PATH] = { unit: 'call', unitPrice: row.price, minimum: 0, freePerDay: 0 };
  return evidence;
}

const transcriptIn = (evidence: Evidence): ClientEvent => endOf(evidence, 'buy', 'r1');

export const PLANTED_TRANSCRIPTS: Planted[] = [
  ['a transcript that lacks its last words', 'T1', (evidence) => void transcriptIn(evidence).cues!--],
  [
    'a transcript of another video',
    'U5',
    ({ upstream }) => {
      upstream[0]!.keyword = hiddenOf(VIDEO);
    },
  ],
  [
    'a private video that was sold',
    'X1',
    (evidence) => void transcriptIn(evidence).ids!.push(hiddenOf(VIDEO)),
  ],
  [
    'a private video in a stored answer',
    'X1',
    ({ ledger }) => void ledger.answers[0]!.ids.push(hiddenOf(VIDEO)),
  ],
  [
    'a private video whose transcript was charged, although no answer was seen',
    'X1',
    (evidence) => {
      for (const event of evidence.client) {
        if (event.account !== 'acct-0' || event.id !== 'r1') continue;
        Object.assign(event, { keyword: hiddenOf(VIDEO), ...(event.type !== 'invoke' && { type: 'info' }) });
      }
    },
  ],
];
