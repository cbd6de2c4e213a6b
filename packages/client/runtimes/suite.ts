// The tests that run on every runtime. They use only the language and web standards. They call a real gateway through the fault proxy: the
// first part of the path names the fault for the first attempt of each request.
import type * as Client from '../src/index.ts';
import type { Fault } from '../src/testing/fault-proxy.ts';

interface SuiteInput {
  client: typeof Client;
  proxyUrl: string;
  apiKey: string;
  /** The runtime's way to print an object for people. */
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
  { client, proxyUrl, apiKey }: SuiteInput,
  fault: Fault,
  more: Partial<Client.ReelgateOptions> = {},
) {
  const baseUrl = `${proxyUrl}/fault/${encodeURIComponent(fault)}`;
  return new client.Reelgate({ apiKey, baseUrl, allowBrowser: true, ...more });
}

async function failure({ client }: SuiteInput, work: PromiseLike<unknown>): Promise<Client.ReelgateError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (client.isReelgateError(error)) return error;
  throw new Error(`expected a ReelgateError, found ${String(error)}`);
}

/** Micro-units as a number. */
function micros(amount: string): number {
  return Math.round(Number(amount) * 1e6);
}

/** How much `work` took from the balance, in micro-units. */
async function costOf(input: SuiteInput, work: () => Promise<unknown>): Promise<number> {
  const { account } = reelgateOf(input, 'pass');
  const before = await account.balance();
  await work();
  const after = await account.balance();
  return micros(before.balance) - micros(after.balance);
}

type Case = (input: SuiteInput) => Promise<void>;

const RECOVERED: Fault[] = [
  'pass',
  'cut before',
  'cut after',
  'cut in the body',
  'duplicate',
  '409',
  '429',
  '502',
];

/** Whatever fault its first attempt meets, a call returns its page and is charged its price once. */
function recoveredCase(fault: Fault): Case {
  return async (input) => {
    const charged: string[] = [];
    const onCharge = (charge: Client.Charge) => void charged.push(charge.charged);
    const { videos } = reelgateOf(input, fault, { onCharge });
    const cost = await costOf(input, async () => {
      const { data, requestId } = await videos.search(SEARCH).withResponse();
      equal([data.items.length, data.request_id], [3, requestId]);
    });
    equal([cost, charged], [micros(PRICE), [PRICE]]);
  };
}

const CASES: Record<string, Case> = {
  'a walk gives every item of every page once': async (input) => {
    const walk = reelgateOf(input, 'pass').videos.search(SEARCH);
    const ids = [];
    for await (const { id } of walk) ids.push(id);
    equal([new Set(ids).size === ids.length, ids.length > 3, walk.end], [true, true, 'exhausted']);
  },
  'a resumed walk goes on after the last item, and pays no page twice': async (input) => {
    const all: string[] = [];
    const found: string[] = [];
    const { videos } = reelgateOf(input, 'cut after');
    const cost = await costOf(input, async () => {
      const walk = videos.search(SEARCH);
      for await (const { id } of walk) if (found.push(id) === 4) break;
      for await (const { id } of videos.resume(walk.checkpoint())) found.push(id);
      equal(micros(walk.spent), 2 * micros(PRICE));
    });
    for await (const { id } of reelgateOf(input, 'pass').videos.search(SEARCH)) all.push(id);
    equal(found, all);
    equal(cost, Math.ceil(all.length / 3) * micros(PRICE));
  },
  'a stall in a body ends by the deadline, and the same id is charged once': async (input) => {
    const { videos } = reelgateOf(input, 'stall in the body');
    const cost = await costOf(input, async () => {
      // The body never ends, so this deadline passes on any machine.
      const call = videos.search(SEARCH, { timeoutMs: 500 });
      const { code, outcome, requestId } = await failure(input, call);
      equal([code, outcome], ['DEADLINE', 'unknown']);
      equal((await videos.search(SEARCH, { requestId: requestId! })).items.length, 3);
    });
    equal(cost, micros(PRICE));
  },
  'a wait beyond the deadline is an error at once': async (input) => {
    const { code, retryAfterMs } = await failure(input, reelgateOf(input, 'long wait').account.balance());
    equal([code, retryAfterMs], ['UPSTREAM_BUSY', 3_600_000]);
  },
  'a redirect is not followed': async (input) => {
    const { code, next } = await failure(input, reelgateOf(input, 'redirect').account.balance());
    equal([code, next], ['BAD_ANSWER', 'fix']);
  },
  'the signal of the caller ends a call': async (input) => {
    const controller = new AbortController();
    const call = reelgateOf(input, 'stall in the body').account.balance({ signal: controller.signal });
    const failed = failure(input, call);
    controller.abort();
    equal((await failed).code, 'ABORTED');
  },
  'a walk stops before the page that would pass its budget': async (input) => {
    const walk = reelgateOf(input, 'pass').videos.search(SEARCH, { budget: '0.02' });
    let pages = 0;
    for await (const page of walk.pages()) pages += page.items.length > 0 ? 1 : 0;
    equal([pages, walk.end, walk.spent], [1, 'budget', PRICE]);
  },
  'a refusal is an error with its code, and nothing shows the key': async (input) => {
    const apiKey = 'rgk_live_unknown';
    const reelgate = reelgateOf(input, 'pass', { apiKey });
    const error = await failure(input, reelgate.account.balance());
    equal([error.code, error.status, error.charged], ['UNAUTHORIZED', 401, '0.000000']);
    const shown =
      [reelgate, error].map((one) => input.inspect(one) + JSON.stringify(one)).join('') + error.stack;
    equal(shown.includes(apiKey), false);
  },
  'the free routes answer': async (input) => {
    const reelgate = reelgateOf(input, 'pass');
    const { requestId } = await reelgate.videos.search(SEARCH).withResponse();
    equal((await reelgate.receipt(requestId)).call.charged, PRICE);
    const kinds = new Set<string>();
    for await (const { kind } of reelgate.account.entries({ limit: 5 })) kinds.add(kind);
    equal([kinds.has('charge'), kinds.has('topup')], [true, true]);
    equal((await reelgate.pricing.endpoints()).endpoints.length > 0, true);
  },
  'a collection is made, followed, exported and removed, though the first answer of each request is lost':
    async (input) => {
      const { collections } = reelgateOf(input, 'cut after');
      const path = '/api/u1/v1/library/app/search_video_v2';
      const made = await collections.create({ path, query: { keyword: 'cat' }, items_max: 4, budget: '0.1' });
      const numbers: number[] = [];
      for await (const { number } of made.items()) numbers.push(number);
      const lines = (await new Response(made.export()).text()).trim().split('\n');
      equal([numbers, lines.length, (await made.wait()).end], [[1, 2, 3, 4], 4, 'items']);
      equal((await made.update({ name: 'cats' })).collection.name, 'cats');
      // Bun, Deno and browsers repeat a DELETE by themselves when its connection is lost, so the client may see only the second answer.
      try {
        equal((await made.remove()).removed, true);
      } catch (error) {
        equal((error as Client.ReelgateError).code, 'NOT_FOUND');
      }
    },
  'a key in a web page needs the option allowBrowser': async ({ client, proxyUrl, apiKey }) => {
    const isPage = 'document' in globalThis;
    try {
      new client.Reelgate({ apiKey, baseUrl: proxyUrl });
      equal(isPage, false);
    } catch (error) {
      equal([isPage, (error as Client.ReelgateError).code], [true, 'BROWSER']);
    }
  },
};

export async function runSuite(input: SuiteInput): Promise<Verdict[]> {
  const cases = { ...CASES };
  for (const fault of RECOVERED) cases[`one page, one charge: ${fault}`] = recoveredCase(fault);
  const verdicts: Verdict[] = [];
  for (const [name, run] of Object.entries(cases)) {
    const error = await run(input).then(
      () => null,
      (thrown: unknown) => String((thrown as Error)?.stack ?? thrown),
    );
    verdicts.push({ name, error });
  }
  return verdicts;
}
