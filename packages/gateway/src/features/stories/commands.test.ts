// The story of commands on nouns: what a person reads, the exit code, and what it says aside.
import { afterAll, beforeAll, test } from 'vitest';
import { TestCli } from '../../cli/testing/cli.ts';
import { runEveryCommand } from '../../cli/testing/every-command.ts';
import { ZERO } from '../../domain/money.ts';
import { callOf } from '../../storage/testing/payer.ts';
import { countedBytes } from '../../testing/fixed-random.ts';
import { expectTold } from '../../testing/told/told.ts';
import { makeKey } from '../../verb/testing/account.ts';

/** Commands that ask a gateway, or that are no row of a noun. They have tests of their own. */
const ELSEWHERE =
  /^(catalog apply|key check|config|providers$|top|doctor|watch|price|console|library|storage|secret|collect)/;

/** Whose answers other commands need, so that they run twice. */
const NEEDED = /^(catalog apply|(key|project|webhook|invites|token) create)$/;

let cli: TestCli;
beforeAll(() => {
  cli = new TestCli();
  Object.assign(cli.world, { random: countedBytes() });
  cli.write(
    'reelgate.yaml',
    'service: { public: "127.0.0.1:1", admin: "localhost:1" }\nsignup: { mode: invite }\n' +
      'prices: { endpoints: [{ path: "/api/*/v1/*/app/*", unit_price: "0.5" }] }\n',
  );
});
afterAll(() => cli.close());

class Told extends Error {}

/** Some are drawn anew in each run; the first of a kind is `acc_1` here. */
function withoutChance(text: string): string {
  const names = new Map<string, string>();
  return text
    .replaceAll(/\brg[a-z]_live_\w*/g, 'SECRET')
    .replaceAll(/whsec_[\w+/=]+/g, 'SECRET')
    .replaceAll(/\b([a-z]{3})_[0-9A-Za-z]{16}\b/g, (id, kind: string) => {
      const count = [...names.keys()].filter((one) => one.startsWith(kind)).length;
      if (!names.has(id)) names.set(id, `${kind}_${count + 1}`);
      return names.get(id)!.padEnd(id.length, '.');
    });
}

/** What each command says that every command runs, up to those that are about something else. */
async function everyCommand(): Promise<string> {
  const lines: string[] = [];
  const tell = async (words: string[]) => {
    cli.nowMs += 1_000;
    const { code, out, err } = await cli.run(...words);
    lines.push(`$ ${words.join(' ')}`, out, ...(err === '' ? [] : [`aside: ${err}`]), `exit ${code}`, '');
  };
  await runEveryCommand(cli, async (name, ...more) => {
    if (name === 'library import') throw new Told();
    // Lists go by the time of creation: no two of a list may be of the same moment.
    cli.nowMs += 1_000;
    const words = [...name.split(' '), ...more];
    const answer = NEEDED.test(name) ? await cli.json(...words) : {};
    if (!ELSEWHERE.test(name)) await tell(words);
    return answer;
  }).catch((error: unknown) => {
    if (!(error instanceof Told)) throw error;
  });
  // A hold, and paybacks that the provider refuses or has not answered yet.
  const node = await cli.open(true);
  const account = (await node.accounts.find({ idOrName: 'acme' }))!;
  const { holder } = await makeKey(node, account.id);
  await node.calls.open(callOf(account.id, 'running', { keyId: holder.key.id }));
  await tell(['account', 'show', 'acme']);
  await tell(['account', 'list']);
  for (const kind of ['refused', 'unknown'] as const) {
    const bounds = { minMicros: ZERO, maxMicros: ZERO, stepMicros: 1 };
    cli.payments = { way: 'stripe', bounds, cards: { refund: async () => ({ kind, why: 'no' }) } } as never;
    const reference = `stripe:pi_${kind}`;
    await tell(['account', 'topup', 'acme', '1', '--reference', reference]);
    await tell(['account', 'payback', 'acme', '--payment', reference, '--reason', 'x']);
  }
  await node.close();
  return lines.join('\n');
}

test('every command on a noun says what is kept', async () => {
  expectTold({
    by: import.meta.filename,
    name: 'commands',
    text: withoutChance(await everyCommand()),
    begins: /^\$ /,
  });
});
