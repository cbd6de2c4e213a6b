// The question of `collect` and `watch`: a platform and a keyword, or the path of any other list and its parameters.
import type { CommandArgument, CommandOption } from '../../terminal/command.ts';
import type { VerbCall } from '../../terminal/verb-command.ts';
import { CliError, EXIT } from '../../terminal/world.ts';

const ACTION_DEFAULT = 'search_video_v2';

export const QUESTION_ARGUMENTS: CommandArgument[] = [
  { name: '<where>', summary: 'a platform as the price list names it, or the path of a list' },
  { name: '<what...>', summary: 'a keyword; after a path its parameters, such as author_id=UC1' },
];

export const ACTION_OPTION: CommandOption = {
  flags: '--action <NAME>',
  summary: `with a platform: the data route (default: ${ACTION_DEFAULT})`,
};

/** Of a command with these arguments and this option. */
export function askedQuestion({ args, options }: VerbCall): { path: string; query: Record<string, string> } {
  const [where, what] = args as unknown as [where: string, what: string[]];
  const { action = ACTION_DEFAULT } = options as { action?: string };
  if (where.startsWith('/')) return { path: where, query: parametersOf(what) };
  const [keyword = '', ...more] = what;
  if (more.length > 0)
    throw new CliError(`a keyword of several words needs quotes: "${what.join(' ')}"`, EXIT.usage);
  return {
    path: `/api/u1/v1/${encodeURIComponent(where)}/app/${encodeURIComponent(action)}`,
    query: { keyword },
  };
}

/** `keyword=cat` becomes a parameter. */
function parametersOf(texts: readonly string[]): Record<string, string> {
  const pairs = texts.map((text) => {
    const at = text.indexOf('=');
    if (at < 1) throw new CliError(`"${text}" is not a parameter such as keyword=cat`, EXIT.usage);
    return [text.slice(0, at), text.slice(at + 1)];
  });
  return Object.fromEntries(pairs) as Record<string, string>;
}
