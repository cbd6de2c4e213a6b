// Owns `key create`, one of the two commands that ever print a key's secret.
import { keyCreate } from '../features/keys/key.admin.ts';
import type { CliCommand } from './command.ts';
import { type LimitOptions, limitBody, limitOptions } from './key-limits.ts';
import { keyText, type ShownKey, secretText } from './key-view.ts';
import { showOnce } from './output.ts';
import { withSession } from './session.ts';
import { EXIT } from './world.ts';

const NAME_DEFAULT = 'default';

export const keyCreateCommand: CliCommand<[string], LimitOptions & { name?: string }> = {
  name: 'key create',
  summary: 'Create an API key; its secret is shown once',
  arguments: [{ name: '<account>', summary: 'id or name of the account that pays' }],
  options: [
    { flags: '--name <NAME>', summary: `tells keys apart (default: ${NAME_DEFAULT})` },
    ...limitOptions,
  ],
  examples: [
    'key create acme',
    'key create acme --name laptop --groups u1 --expires 90d --daily-cap 5.00',
    'key create acme --name agent --total-cap 20.00 --max-call 0.02 --platforms library',
    'key create acme --address 192.0.2.0/24 --address 2001:db8::/32',
  ],
  run: (call) =>
    withSession(call, async (session) => {
      const name = call.options.name ?? NAME_DEFAULT;
      const body = { account: call.args[0], name, ...limitBody(session, call.options) };
      const answer = (await session.run(keyCreate, { body })) as { key: ShownKey; secret: string };
      const remedy = `To get one: reelgate key rotate ${answer.key.id} --grace 0`;
      await showOnce(call, answer, () => keyText(answer.key) + secretText(answer.secret), remedy);
      return EXIT.ok;
    }),
};
