// A walk of twenty pages whose provider fails before every next page, so that every page comes from the other provider. Both have the same
// videos. Other callers without failures keep the platform busy: retry tokens are a share of calls, and a lone walk that fails over on
// every page would use them up. The caller must get each video once, and each answer must report that the walk moved.
import { fresh, type Outcome, openLoop, type Variant } from '../load.ts';
import { atMost, codesOf, holds, type Row, type World } from '../row.ts';

const LATENCY_MS = 20;
const PAGES = 20;
const PAGE_ITEMS = 20; // The default page size.
const TOTAL = PAGES * PAGE_ITEMS;
const PROVIDERS = ['p8a', 'p8b'];
/** A fifth of these may be retried; the walk needs one retry per page, about ten per second. */
const OTHERS_PER_SECOND = 100;
const OTHERS_SECONDS = { before: 1.5, during: 2.5 };

interface Page {
  items: { id: string }[];
  pcursor: string;
  resumed?: boolean;
}

interface Walked {
  ids: string[];
  resumed: number;
  pages: number;
  failure: Outcome | null;
}

/** The provider of the last page is down for the next one. */
async function failFor(world: World, page: number, keyword: string): Promise<void> {
  const [failing, serving] = page % 2 === 0 ? PROVIDERS.toReversed() : PROVIDERS;
  await world.fakes.behave(serving!, { kind: 'well', latencyMs: LATENCY_MS });
  await world.fakes.behave(failing!, { kind: 'down', latencyMs: LATENCY_MS, keyword });
}

function others(world: World, phase: keyof typeof OTHERS_SECONDS): Promise<Outcome[]> {
  return openLoop(world.client, {
    perSecond: OTHERS_PER_SECOND,
    seconds: OTHERS_SECONDS[phase],
    shotAt: (i) => fresh('walk', 'stable', `others-${phase}-${i}`),
  });
}

async function walk(world: World, variant: Variant): Promise<Walked> {
  const keyword = `${variant}-walk`;
  const walked: Walked = { ids: [], resumed: 0, pages: 0, failure: null };
  let pcursor: string | undefined;
  while (pcursor !== 'no_more' && walked.pages <= PAGES) {
    await failFor(world, walked.pages, keyword);
    const shot = {
      platform: 'walk',
      variant,
      keyword,
      ...(pcursor === undefined ? {} : { pcursor }),
    };
    const outcome = await world.client.call(shot);
    if (outcome.status !== 200) return { ...walked, failure: outcome };
    const page = JSON.parse(outcome.body) as Page;
    walked.ids.push(...page.items.map(({ id }) => id));
    walked.pages++;
    if (page.resumed === true) walked.resumed++;
    pcursor = page.pcursor;
  }
  return walked;
}

function told({ pages, failure, resumed }: Walked): string {
  const end = failure === null ? '' : `, then ${codesOf([failure])}`;
  return `${pages} pages, ${resumed} of them resumed${end}`;
}

export const walkRow: Row = {
  name: 'walk',
  faults: 'a walk of 20 pages, another provider fails before each',
  platforms: { walk: PROVIDERS },
  providers: { p8a: { total: TOTAL }, p8b: { total: TOTAL } },
  async run(world) {
    await others(world, 'before');
    const busy = others(world, 'during');
    const economy = await walk(world, 'economy');
    const stable = await walk(world, 'stable');
    await busy;
    const distinct = new Set(stable.ids).size;
    return {
      economy: told(economy),
      stable: `${told(stable)}; ${distinct} of ${TOTAL} videos`,
      checks: [
        atMost('videos given twice', stable.ids.length - distinct, 0),
        atMost('videos missing', TOTAL - distinct, 0),
        holds(
          'pages that moved say "resumed"',
          stable.resumed === PAGES - 1,
          `${stable.resumed} of ${PAGES - 1}`,
        ),
      ],
      figures: { pages: stable.pages, resumed: stable.resumed, distinct },
    };
  },
};
