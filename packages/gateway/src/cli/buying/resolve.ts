// `resolve` tells what an address is, by the configuration and without a running gateway. A short link costs one request to its platform.

import { isFailure } from '../../domain/failure.ts';
import { ADDRESS_TEXT_CHARS_MAX } from '../../domain/limits.ts';
import type { CliCommand } from '../../terminal/command.ts';
import { show } from '../../terminal/output.ts';
import { renderFields } from '../../terminal/table.ts';
import { CliError, EXIT } from '../../terminal/world.ts';

export const resolveCommand: CliCommand<[string], object> = {
  name: 'resolve',
  summary: 'Say what an address is; exit code 1 when it belongs to no known platform',
  arguments: [{ name: '<url>', summary: 'an address, or a shared text with one in it' }],
  notes: 'A short link is followed, to hosts of its own platform alone.',
  examples: [
    'resolve https://youtu.be/dQw4w9WgXcQ',
    'resolve "看这个 https://v.douyin.com/iRNBho5m/" --json',
  ],
  async run(call) {
    const [text] = call.args;
    if (text.length > ADDRESS_TEXT_CHARS_MAX)
      throw new CliError(`the text must have at most ${ADDRESS_TEXT_CHARS_MAX} characters`, EXIT.usage);
    const found = await call.world.resolve(call.world.config(call.configFile), text);
    if (isFailure(found))
      throw new CliError(`${found.detail} (${found.code})`, EXIT.unavailable, { code: found.code });
    const { platform, kind, id, alt, canonical_url, needs, served_as } = found;
    show(call, found, () =>
      renderFields([
        ['platform', platform],
        ['kind', kind],
        ['id', id],
        ...Object.entries(alt).map(([name, value]): [string, string | number] => [name, value]),
        ['address', canonical_url],
        ['needs', needs],
        ['served as', served_as.join(', ')],
      ]),
    );
    return kind === 'unknown' ? EXIT.no : EXIT.ok;
  },
};
