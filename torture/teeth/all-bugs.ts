// Planted bugs of searches over many platforms: legs that are paid and did not deliver, or deliver and are not paid.
import type { PlantedBug } from './planted-bug.ts';

const TASK = 'call/all/all-task.ts';
const platforms = (tests: string) => [{ file: 'call/all/all-platforms.test.ts', tests }];

export const allBugs: PlantedBug[] = [
  {
    number: 31,
    name: 'a leg that failed is charged',
    breaks: 'only legs that delivered are charged',
    edits: [
      {
        file: TASK,
        find: 'legs: [...pages].map(([name, { items, isLive }]) => ({ name, items: items.length, isLive })),',
        replace: `legs: page.legs.map(
      ({ name }) => ({ name, items: pages.get(name)?.items.length ?? 0, isLive: true }),
    ),`,
      },
    ],
    watches: platforms('charges only legs that delivered'),
  },
  {
    number: 31,
    name: 'what came late is used and not charged',
    breaks: 'the state of a walk advances only with a charge',
    edits: [
      {
        file: TASK,
        find: 'legs: [...pages].map(([name, { items, isLive }]) => ({ name, items: items.length, isLive })),',
        replace: `legs: [...pages]
      .filter(([name]) => !page.late.has(name))
      .map(([name, { items, isLive }]) => ({ name, items: items.length, isLive })),`,
      },
    ],
    watches: platforms('without a leg that is late'),
  },
  {
    number: 31,
    name: 'a walk forgets what it has shown',
    breaks: 'no item twice in a walk',
    edits: [{ file: TASK, find: 'seen: addSeen(walk.seen, names),', replace: 'seen: walk.seen,' }],
    watches: [{ file: 'call/all/all-walks.test.ts', tests: 'on no later page' }],
  },
];
