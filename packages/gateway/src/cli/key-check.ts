// Owns `key check`: whether a secret works, asked of storage. It never repeats the secret it was given.

import { isFailure } from '../domain/failure.ts';
import { keyCheck } from '../features/keys/key-check.account.ts';
import { keyDeps } from './account-deps.ts';
import type { CliCommand, Invocation } from './command.ts';
import { show } from './output.ts';
import { refusal, withSession } from './session.ts';
import { renderFields } from './table.ts';
import { checkInput } from './verb-input.ts';
import { CliError, EXIT } from './world.ts';

interface Valid {
  valid: true;
  key: { id: string; name: string; groups: string[]; expires_at: string | null };
  account: { id: string; name: string; available: string; currency: string };
}
type Answer = Valid | { valid: false; reason: string };

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
    return withSession(call, async (session) => {
      const input = { params: {}, query: {}, body };
      const misshapen = checkInput(keyCheck, input);
      if (misshapen !== null) throw refusal(misshapen);
      const answer = await keyCheck.run(keyDeps(session), input, null);
      if (isFailure(answer)) throw refusal(answer);
      show(call, answer, () => answerText(answer as Answer));
      return (answer as Answer).valid ? EXIT.ok : EXIT.no;
    });
  },
};
