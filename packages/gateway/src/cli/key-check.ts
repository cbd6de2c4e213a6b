// `key check` tells whether a secret works, by looking it up in storage. It never prints the secret.
import type { Static } from 'typebox';
import { keyCheck } from '../features/keys/key-check.account.ts';
import { billedRoutes } from '../mounts/billed-routes.ts';
import type { CliCommand, Invocation } from '../terminal/command.ts';
import { type ControlPlane, runVerb, withControlPlane } from '../terminal/control-plane.ts';
import { show } from '../terminal/output.ts';
import { renderFields } from '../terminal/table.ts';
import { CliError, EXIT } from '../terminal/world.ts';
import type { AccountDeps } from '../verb/deps.ts';

type Answer = Static<typeof keyCheck.result>;

function noBusiness(): never {
  throw new Error('this verb has no business with prices or with a running gateway');
}

const NOT_COLLECTING: AccountDeps['collecting'] = {
  ...{ refusal: noBusiness, rules: noBusiness, keep: noBusiness, terms: noBusiness, locate: noBusiness },
  ...{ links: { sign: noBusiness, isSigned: noBusiness }, wake: noBusiness },
};

/** The dependencies of the verb, made from the control plane. The answer comes straight from storage, without a running gateway. */
function keyDeps({ deps, config }: ControlPlane): AccountDeps {
  return {
    storage: deps.storage,
    clock: deps.clock,
    random: deps.random,
    complaintBounds: () => config.complaints,
    catalog: noBusiness,
    routes: () => billedRoutes(config),
    quotes: { seal: noBusiness },
    ownKeys: () => ({ enabled: false, max: 0 }),
    signup: () => config.signup,
    puzzles: { give: noBusiness, solved: noBusiness },
    currency: config.prices.currency,
    refresh: async () => {},
    takePlace: noBusiness,
    lookForDuties: noBusiness,
    waitForEvents: noBusiness,
    webhookRules: noBusiness,
    confirmAbove: () => config.mcp.confirmAbove,
    // Only operators can run commands here.
    showsProviders: () => true,
    pictureAddress: noBusiness,
    payments: null,
    log: { warn: noBusiness },
    coverage: noBusiness,
    statusFigures: noBusiness,
    platformHealth: noBusiness,
    suggest: noBusiness,
    collecting: NOT_COLLECTING,
    watching: { rules: noBusiness, terms: noBusiness, quotas: noBusiness },
    publicUrl: noBusiness,
  };
}

async function secretOf({ world, args }: Invocation<[string | undefined]>): Promise<string> {
  const given = args[0] === '-' ? (await world.stdin()).trim() : (args[0] ?? world.apiKey);
  if (given) return given;
  throw new CliError('no key to check: give it, pipe it in with "-", or set REELGATE_KEY', EXIT.usage);
}

function answerText(answer: Answer): string {
  if (!answer.valid) return `invalid: ${answer.reason}\n`;
  const { key, account } = answer;
  return renderFields([
    ['valid', 'yes'],
    ['key', `${key.id} (${key.name})`],
    ['groups', key.groups.join(', ')],
    ['expires', key.expires_at],
    ['account', `${account.id} (${account.name})`],
    ['available', `${account.available} ${account.currency}`],
  ]);
}

export const keyCheckCommand: CliCommand<[string | undefined], object> = {
  name: 'key check',
  summary: 'Check whether a key works; exit code 1 when it does not',
  arguments: [
    { name: '[secret]', summary: 'the key, or "-" to read it from standard input (default: REELGATE_KEY)' },
  ],
  notes: 'A key on the command line can be seen by others on this machine; "-" and REELGATE_KEY cannot.',
  examples: ['key check - < key.txt', 'key check --json'],
  run: async (call) => {
    const body = { key: await secretOf(call) };
    return withControlPlane(call, async (control) => {
      const answer = await runVerb(keyCheck, { deps: keyDeps(control), caller: null }, { body });
      show(call, answer, () => answerText(answer));
      return answer.valid ? EXIT.ok : EXIT.no;
    });
  },
};
