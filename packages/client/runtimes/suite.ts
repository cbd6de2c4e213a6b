// The contract of the package as one suite for every runtime: nothing here but the language, and what each of them has. It talks to a
// real gateway through the fault proxy; a path below its address names the fault that the first attempt of each request meets.
import type * as Client from '../src/index.ts';
import type { Fault } from '../src/testing/fault-proxy.ts';

export interface Ground {
  client: typeof Client;
  proxyUrl: string;
  apiKey: string;
  /** What shows an object to people on this runtime. */
  inspect: (value: unknown) => string;
}

export interface Verdict {
  name: string;
  error: string | null;
}

const PRICE = '0.012000';
const SEARCH = { platform: 'library', keyword: 'cat', count: 3 };

function equal(found: unknown, expected: unknown): void {
  const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
  if (left !== right) throw new Error(`expected ${right}, found ${left}`);
}

function reelgateOf(
  { client, proxyUrl, apiKey }: Ground,
  fault: Fault,
  more: Partial<Client.ReelgateOptions> = {},
) {
  const baseUrl = `${proxyUrl}/fault/${encodeURIComponent(fault)}`;
  return new client.Reelgate({ apiKey, baseUrl, allowBrowser: true, ...more });
}

async function failure({ client }: Ground, work: PromiseLike<unknown>): Promise<Client.ReelgateError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (client.isReelgateError(error)) return error;
  throw new Error(`expected a ReelgateError, found ${String(error)}`);
}

/** In millionths, as a whole number. */
function micros(amount: string): number {
  return Math.round(Number(amount) * 1e6);
}

/** What `work` took from the balance. */
async function costOf(ground: Ground, work: () => Promise<unknown>): Promise<number> {
  const { account } = reelgateOf(ground, 'pass');
  const before = await account.balance();
  await work();
  const after = await account.balance();
  return micros(before.balance) - micros(after.balance);
}

type Case = (ground: Ground) => Promise<void>;

const MENDED: Fault[] = [
  'pass',
  'cut before',
  'cut after',
  'cut in the body',
  'duplicate',
  '409',
  '429',
  '502',
];

/** Whatever happens to its first attempt, a call gives its page and costs its price. */
function mendedCase(fault: Fault): Case {
  return async (ground) => {
    const charged: string[] = [];
    const onCharge = (charge: Client.Charge) => void charged.push(charge.charged);
    const { videos } = reelgateOf(ground, fault, { onCharge });
    const cost = await costOf(ground, async () => {
      const { data, requestId } = await videos.search(SEARCH).withResponse();
      equal([data.items.length, data.request_id], [3, requestId]);
    });
    equal([cost, charged], [micros(PRICE), [PRICE]]);
  };
}

const CASES: Record<string, Case> = {
  'a walk gives every item of every page once': async (ground) => {
    const walk = reelgateOf(ground, 'pass').videos.search(SEARCH);
    const ids = [];
    for await (const { id } of walk) ids.push(id);
    equal([new Set(ids).size === ids.length, ids.length > 3, walk.end], [true, true, 'exhausted']);
  },
  'a resumed walk goes on after the last item, and pays no page twice': async (ground) => {
    const all: string[] = [];
    const found: string[] = [];
    const { videos } = reelgateOf(ground, 'cut after');
    const cost = await costOf(ground, async () => {
      const walk = videos.search(SEARCH);
      for await (const { id } of walk) if (found.push(id) === 4) break;
      for await (const { id } of videos.resume(walk.checkpoint())) found.push(id);
      equal(micros(walk.spent), 2 * micros(PRICE));
    });
    for await (const { id } of reelgateOf(ground, 'pass').videos.search(SEARCH)) all.push(id);
    equal(found, all);
    equal(cost, Math.ceil(all.length / 3) * micros(PRICE));
  },
  'a stall in a body ends by the deadline, and the same id is charged once': async (ground) => {
    const { videos } = reelgateOf(ground, 'stall in the body');
    const cost = await costOf(ground, async () => {
      // However slow the machine is, a body that never ends cannot beat it.
      const call = videos.search(SEARCH, { timeoutMs: 500 });
      const { code, outcome, requestId } = await failure(ground, call);
      equal([code, outcome], ['DEADLINE', 'unknown']);
      equal((await videos.search(SEARCH, { requestId: requestId! })).items.length, 3);
    });
    equal(cost, micros(PRICE));
  },
  'a wait beyond the deadline is an error at once': async (ground) => {
    const { code, retryAfterMs } = await failure(ground, reelgateOf(ground, 'long wait').account.balance());
    equal([code, retryAfterMs], ['UPSTREAM_BUSY', 3_600_000]);
  },
  'a redirect is not followed': async (ground) => {
    const { code, next } = await failure(ground, reelgateOf(ground, 'redirect').account.balance());
    equal([code, next], ['BAD_ANSWER', 'fix']);
  },
  'the signal of the caller ends a call': async (ground) => {
    const controller = new AbortController();
    const call = reelgateOf(ground, 'stall in the body').account.balance({ signal: controller.signal });
    const failed = failure(ground, call);
    controller.abort();
    equal((await failed).code, 'ABORTED');
  },
  'a walk stops before the page that would pass its budget': async (ground) => {
    const walk = reelgateOf(ground, 'pass').videos.search(SEARCH, { budget: '0.02' });
    let pages = 0;
    for await (const page of walk.pages()) pages += page.items.length > 0 ? 1 : 0;
    equal([pages, walk.end, walk.spent], [1, 'budget', PRICE]);
  },
  'a refusal is an error with its code, and nothing shows the key': async (ground) => {
    const apiKey = 'rgk_live_of_nobody';
    const reelgate = reelgateOf(ground, 'pass', { apiKey });
    const error = await failure(ground, reelgate.account.balance());
    equal([error.code, error.status, error.charged], ['UNAUTHORIZED', 401, '0.000000']);
    const shown =
      [reelgate, error].map((one) => ground.inspect(one) + JSON.stringify(one)).join('') + error.stack;
    equal(shown.includes(apiKey), false);
  },
  'the free routes answer': async (ground) => {
    const reelgate = reelgateOf(ground, 'pass');
    const { requestId } = await reelgate.videos.search(SEARCH).withResponse();
    equal((await reelgate.receipt(requestId)).call.charged, PRICE);
    const kinds = new Set<string>();
    for await (const { kind } of reelgate.account.entries({ limit: 5 })) kinds.add(kind);
    equal([kinds.has('charge'), kinds.has('topup')], [true, true]);
    equal((await reelgate.pricing.endpoints()).endpoints.length > 0, true);
  },
  'a key in a web page needs a word': async ({ client, proxyUrl, apiKey }) => {
    const isPage = 'document' in globalThis;
    try {
      new client.Reelgate({ apiKey, baseUrl: proxyUrl });
      equal(isPage, false);
    } catch (error) {
      equal([isPage, (error as Client.ReelgateError).code], [true, 'BROWSER']);
    }
  },
};

export async function runSuite(ground: Ground): Promise<Verdict[]> {
  const cases = { ...CASES };
  for (const fault of MENDED) cases[`one page, one charge: ${fault}`] = mendedCase(fault);
  const verdicts: Verdict[] = [];
  for (const [name, run] of Object.entries(cases)) {
    const error = await run(ground).then(
      () => null,
      (thrown: unknown) => String((thrown as Error)?.stack ?? thrown),
    );
    verdicts.push({ name, error });
  }
  return verdicts;
}
