// Planted bugs of the path of a call: when it charges, what it gives back, what it stores, how often it tries.
import type { PlantedBug } from './planted-bug.ts';

const billing = (tests: string) => [{ file: 'call/billing.test.ts', tests }];
const RELEASE = ': await release(deps, opened, obtained)';

export const callBugs: PlantedBug[] = [
  {
    number: 2,
    name: 'the charge comes after the answer',
    breaks: 'pay before bytes',
    edits: [
      {
        file: 'call/settle.ts',
        find: 'const settled = await deps.storage.calls.settle({',
        replace: `const settled = { kind: 'settled', balanceMicros: ZERO } as { kind: string; balanceMicros: Micros };
  void deps.storage.calls.settle({`,
      },
    ],
    watches: billing('between hold and charge withholds the answer'),
  },
  {
    number: 3,
    name: 'a 200 is charged before it is parsed',
    breaks: 'failed upstream, no debit',
    edits: [
      {
        file: 'call/run-call.ts',
        find: RELEASE,
        replace: `: obtained.attempts.some(({ outcome }) => outcome === 'bad_response')
          ? await deps.storage.calls
              .settle({
                hold: opened.hold,
                chargedMicros: call.quote.unitPriceMicros,
                source: 'live',
                attempts: obtained.attempts,
                answer: null,
              })
              .then(() => obtained.failure)
          ${RELEASE}`,
      },
    ],
    watches: billing('is a failure, never an empty page'),
  },
  {
    number: 4,
    name: 'a failed call keeps its hold',
    breaks: 'no leaked hold',
    edits: [{ file: 'call/run-call.ts', find: RELEASE, replace: ': obtained.failure' }],
    watches: billing('whose platform fails by'),
  },
  {
    number: 4,
    name: 'a call that broke keeps its hold',
    breaks: 'no leaked hold',
    edits: [{ file: 'call/run-call.ts', find: '    abandon(deps, opened);\n', replace: '' }],
    watches: billing('between hold and charge withholds the answer'),
  },
  {
    number: 9,
    name: "the hedge loser's body is sent and stored",
    breaks: 'hedge charges once; replay equality',
    edits: [
      {
        file: 'call/trying/dispatch.ts',
        find: "if (result.kind === 'good') {\n      this.#cancelRest();",
        replace: `if (result.kind === 'good') {
      for (const rival of this.#running) rival.cancel = () => {};
      this.rivals = this.#running.size;
      this.#cancelRest();`,
      },
      {
        file: 'call/trying/dispatch.ts',
        find: 'if (verdict !== null) return verdict;',
        replace: `if (verdict?.kind === 'good' && this.rivals > 0) {
          const late = await this.#nextEnd(null);
          if (late?.outcome.result.kind === 'good') verdict.good = late.outcome.result;
        }
        if (verdict !== null) return verdict;`,
      },
    ],
    watches: [{ file: 'call/trying/stability.test.ts', tests: 'two good answers in the same instant' }],
  },
  {
    number: 11,
    name: 'the fingerprint ignores the query',
    breaks: 'mismatch is inert',
    edits: [
      {
        file: 'operations/operation.ts',
        find: "JSON.stringify(['GET', path, ...targetOf(ask), pcursor ?? '', count, includeRaw, ...ageOf(asked)])",
        replace: "JSON.stringify(['GET', path, ...ageOf(asked)])",
      },
    ],
    watches: [{ file: 'call/request-id.test.ts', tests: 'is refused with 422, runs nothing' }],
  },
  {
    number: 16,
    name: 'the cache key has no parameters',
    breaks: 'attribution',
    edits: [
      {
        file: 'call/tasks/page-task.ts',
        find: 'ask, count, includeRaw, digest',
        replace: 'digest',
      },
    ],
    watches: [{ file: 'call/answers/sharing.test.ts', tests: 'is never given for another' }],
  },
  {
    number: 17,
    name: 'a repeat needs no budget',
    breaks: 'retry amplification',
    edits: [
      {
        file: 'call/trying/plan.ts',
        find: 'candidate.health.mayRetry && mayRepeat(candidate, past)',
        replace: 'mayRepeat(candidate, past)',
      },
    ],
    watches: [{ file: 'call/trying/plan.test.ts', tests: 'a repeat at the same one does' }],
  },
  {
    number: 17,
    name: 'the budget never runs out',
    breaks: 'retry amplification',
    edits: [
      {
        file: 'health/retry-tokens.ts',
        find: 'calls / callsPerExtra) - used',
        replace: 'calls / callsPerExtra)',
      },
    ],
    watches: [{ file: 'health/retry-tokens.test.ts', tests: 'retries' }],
  },
  {
    number: 18,
    name: 'the deadline is per attempt',
    breaks: 'deadline',
    edits: [
      {
        file: 'call/trying/plan.ts',
        find: 'const leftMs = input.deadlineMs - startMs;',
        replace: 'const leftMs = input.deadlineMs;',
      },
    ],
    watches: [{ file: 'call/trying/plan.test.ts', tests: 'time' }],
  },
  {
    number: 19,
    name: 'prices are read as floats',
    breaks: 'exact arithmetic',
    edits: [
      {
        file: 'domain/money.ts',
        find: "Number(match[2]) * MICROS_PER_UNIT + Number((match[3] ?? '').padEnd(6, '0'))",
        replace: 'Math.abs(Number(text)) * MICROS_PER_UNIT',
      },
    ],
    watches: [{ file: 'domain/money.test.ts', tests: '' }],
  },
  {
    number: 19,
    name: 'shares of a price are floats',
    breaks: 'exact arithmetic',
    edits: [
      {
        file: 'domain/money.ts',
        find: 'Math.floor((rest * millionths) / WHOLE_MILLIONTHS)',
        replace: '(rest * millionths) / WHOLE_MILLIONTHS',
      },
    ],
    watches: [{ file: 'domain/money.test.ts', tests: '' }],
  },
  {
    number: 20,
    name: 'the price of the moment is charged, above the hold',
    breaks: 'settle ≤ hold; one catalog version per call',
    edits: [
      {
        file: 'call/settle.ts',
        find: 'const { delivered, chargedMicros } = chargeFor(deps, call, { good, source });',
        replace: `const { delivered, chargedMicros: agreedMicros } = chargeFor(deps, call, { good, source });
  const now = deps.priceBook.quote(call.path, call.holder.account.id)?.unitPriceMicros;
  const chargedMicros = now ?? agreedMicros;`,
      },
      {
        file: 'storage/sqlite/migrations/0001-initial.ts',
        find: ' CHECK (charged_micros BETWEEN 0 AND price_micros)',
        replace: '',
      },
    ],
    watches: billing('is priced by the version in force'),
  },
];
