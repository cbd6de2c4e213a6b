// Owns `providers resume`: has every gateway on this data ask a provider again that was left alone.
import { providerResume } from '../features/providers/provider.admin.ts';
import type { CliCommand } from './command.ts';
import { show } from './output.ts';
import { withSession } from './session.ts';
import { EXIT } from './world.ts';

export const providersResumeCommand: CliCommand<[string], object> = {
  name: 'providers resume',
  summary: 'Ask a provider again that is suspended or ejected',
  arguments: [{ name: '<provider>', summary: 'its name in the configuration' }],
  notes:
    'Ends a pause that the provider asked for, such as a Retry-After of a day that was meant as a second, and its time out ' +
    'after failures. Every process on this data, on every machine, takes it up within 5 seconds. If the provider asks for a ' +
    'pause again, it gets it.',
  examples: ['providers resume framatube'],
  run: (call) =>
    withSession(call, async (session) => {
      const [provider] = call.args;
      const answer = await session.run(providerResume, { params: { provider } });
      show(
        call,
        answer,
        () => `${provider} will be asked again, by every gateway on this data within 5 s.\n`,
      );
      return EXIT.ok;
    }),
};
