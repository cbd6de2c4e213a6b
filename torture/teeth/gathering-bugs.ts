// Planted bugs of collections and watches: commits that do half of their work, budgets and leases that do not hold.
import type { PlantedBug } from './planted-bug.ts';

const COLLECTING = 'storage/nouns/collection-work.ts';
const RUNS = 'storage/nouns/watch-runs.ts';
const WATCHES = 'storage/nouns/watches.ts';
const SETTLING = 'storage/sqlite/gathered-settle.ts';
const model = [{ file: 'storage/sqlite/storage.test.ts', tests: 'for any sequence of pages and runs' }];
const settling = (tests: string) => [{ file: 'storage/sqlite/gathered-settle.test.ts', tests }];

export const gatheringBugs: PlantedBug[] = [
  {
    number: 38,
    name: 'the commit of a page does not move the cursor',
    breaks: 'a page and the place where the walk goes on are one commit',
    edits: [{ file: COLLECTING, find: 'pcursor = $4,', replace: 'pcursor = coalesce(pcursor, $4),' }],
    watches: model,
  },
  {
    number: 38,
    name: 'the ids of a page are not marked as seen',
    breaks: 'an item is delivered and charged once in a collection',
    edits: [
      {
        file: COLLECTING,
        find: 'yield* noteSeen({ owner: id, items: found.seen, seenAt: nowMs });',
        replace: 'void noteSeen;',
      },
    ],
    watches: model,
  },
  {
    number: 38,
    name: 'the numbers of items start again with each page',
    breaks: 'items are numbered 1, 2, 3 …',
    edits: [
      {
        file: COLLECTING,
        find: 'firstNumber: (row.items as number) - items + 1,',
        replace: 'firstNumber: page * 1_000 + 1,',
      },
    ],
    watches: model,
  },
  {
    number: 38,
    name: 'a page is counted and its items are not kept',
    breaks: 'what is charged is delivered',
    edits: [
      {
        file: COLLECTING,
        find: 'if (found.body !== null)',
        replace: 'if (found.body !== null && page === 0)',
      },
    ],
    watches: model,
  },
  {
    number: 38,
    name: 'a charge stays although its page could not be kept',
    breaks: 'the charge and the page are one commit',
    edits: [
      {
        file: SETTLING,
        find: "if (settled.kind === 'settled') runSteps(context, move(found, settledFor(settle), context));",
        replace: `try {
    if (settled.kind === 'settled') runSteps(context, move(found, settledFor(settle), context));
  } catch {}`,
      },
    ],
    watches: settling('a move that fails takes the charge back'),
  },
  {
    number: 38,
    name: 'a page that could not be settled moves its collection on',
    breaks: 'only a charge moves a collection on',
    edits: [{ file: SETTLING, find: "if (settled.kind === 'settled') runSteps", replace: 'runSteps' }],
    watches: [...settling('which happens once'), ...model],
  },
  {
    number: 39,
    name: 'what a page may cost stays reserved after it',
    breaks: 'a budget can be spent whole',
    edits: [
      {
        file: COLLECTING,
        find: 'charged_micros = charged_micros + $2, reserved_micros = 0,',
        replace: 'charged_micros = charged_micros + $2,',
      },
    ],
    watches: model,
  },
  {
    number: 39,
    name: 'a page is begun while anything is left of the budget',
    breaks: 'a collection stops before the page that could pass its budget',
    edits: [
      {
        file: COLLECTING,
        find: 'AND charged_micros + $1 <= budget_micros',
        replace: 'AND charged_micros < budget_micros',
      },
      {
        file: COLLECTING,
        find: '(row.charged_micros as number) + mostMicros > (row.budget_micros as number)',
        replace: '(row.charged_micros as number) >= (row.budget_micros as number)',
      },
    ],
    watches: model,
  },
  {
    number: 39,
    name: 'a run may cost the whole budget of its watch again',
    breaks: 'a watch never spends more than its budget',
    edits: [
      {
        file: WATCHES,
        find: 'const ofTotal = total === null ? Number.POSITIVE_INFINITY : total - watch.spentMicros;',
        replace: 'const ofTotal = total === null ? Number.POSITIVE_INFINITY : total;',
      },
    ],
    watches: model,
  },
  {
    number: 40,
    name: 'what a run cost is not spent',
    breaks: 'spent is the sum of the runs',
    edits: [
      {
        file: RUNS,
        find: 'spent_micros: watch.spentMicros + run.chargedMicros,',
        replace: 'spent_micros: watch.spentMicros,',
      },
    ],
    watches: model,
  },
  {
    number: 40,
    name: 'a failed run keeps its number',
    breaks: 'every run has an id of its own',
    edits: [
      { file: RUNS, find: '...{ runs: input.number, failures,', replace: '...{ runs: watch.runs, failures,' },
    ],
    watches: model,
  },
  {
    number: 40,
    name: 'the ids of a run are not marked as seen',
    breaks: 'each new item of a watch is delivered once',
    edits: [
      {
        file: RUNS,
        find: 'yield* noteSeen({ owner: watch.id, items: found.seen, seenAt: nowMs });',
        replace: 'void noteSeen;',
      },
    ],
    watches: model,
  },
  {
    number: 41,
    name: 'a node without the lease begins a page',
    breaks: 'one page of a collection at a time',
    edits: [
      {
        file: COLLECTING,
        find: 'WHERE id = $3 AND lease = $4 AND state',
        replace: "WHERE id = $3 AND $4 <> '' AND state",
      },
    ],
    watches: model,
  },
  {
    number: 41,
    name: 'a node without the lease begins a run',
    breaks: 'one run of a watch at a time',
    edits: [
      {
        file: WATCHES,
        find: "row !== null && row.lease === lease && row.state === 'active'",
        replace: "row !== null && lease !== '' && row.state === 'active'",
      },
    ],
    watches: model,
  },
  {
    number: 41,
    name: 'a cancelled collection goes on',
    breaks: 'cancel ends a collection after the page in flight',
    edits: [
      {
        file: COLLECTING,
        find: "const end = row.end_wanted === null ? ('end' in next ? next.end : null) : (row.end_wanted as CollectionEnd);",
        replace: "const end = 'end' in next ? next.end : null;",
      },
    ],
    watches: model,
  },
];
