// Planted violations of questions that agents ask: each spoils one thing in the clean history.
import { kept } from './testing-case.ts';
import { callOf, type Planted } from './testing-planted.ts';

export const PLANTED_QUESTIONS: Planted[] = [
  [
    'a question of an agent that was charged under two ids',
    'Q1',
    (evidence) => {
      evidence.ledger.calls.push({
        ...callOf(evidence, 'a0', 'r1'),
        accountId: 'a1',
        seq: 9,
        requestId: 'mcp-2',
      });
      evidence.ledger.answers.push(kept(9, 'd9', 'nonce-8-alpha1'));
    },
  ],
  [
    'an unpaid answer to an agent',
    'Q1',
    (evidence) => void Object.assign(callOf(evidence, 'a1', 'mcp-1'), { state: 'released', charged: 0 }),
  ],
  [
    'a question that was refused and paid',
    'Q1',
    ({ upstream }) => {
      upstream.find(({ keyword }) => keyword === 'q-1')!.keyword = 'q-2';
    },
  ],
];
