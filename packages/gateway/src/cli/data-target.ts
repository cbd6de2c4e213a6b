// The step from the arguments of a paid command to the calls that it makes: what is an address, a handle or an id, and whose. It
// makes no request; what it cannot tell is wrong use, before anything is paid.
import { findAddresses } from '../addresses/find-address.ts';
import { VIDEO_IDS_MAX } from '../domain/limits.ts';
import type { Operation } from '../operations/operation.ts';
import type { CommandArgument } from '../terminal/command.ts';
import { CliError, EXIT } from '../terminal/world.ts';

/** With this in it, a text is an address also where ids are expected. */
const SCHEME = '://';

/** The parameters that stand on the command line by themselves. */
export function positionalParameters({ byAddress, command }: Operation): readonly string[] {
  return byAddress === null ? command.arguments : ['url', 'ids', ...byAddress.instead];
}

/** Several may be asked for in one call. */
const takesSeveral = (operation: Operation) =>
  operation.shape === 'record' && operation.several !== undefined;

export function targetArguments(operation: Operation): CommandArgument[] {
  const { byAddress, query } = operation;
  if (byAddress === null) {
    const properties = query.properties as Record<string, { description?: string }>;
    const asked = positionalParameters(operation).map((name) => ({
      name: `<${name.replaceAll('_', '-')}>`,
      summary: properties[name]?.description ?? '',
    }));
    return [{ name: '<platform>', summary: 'where to ask, such as library' }, ...asked];
  }
  const name = takesSeveral(operation) ? `<${byAddress.kind}...>` : `<${byAddress.kind}>`;
  const handle = byAddress.instead.includes('handle') ? ', a @handle' : '';
  return [{ name, summary: `an address${handle}, or an id with --platform` }];
}

/** What goes into each call beside its choices: `{ platform, id }`, `{ url }` and so on. */
export type PaidTarget = Record<string, string>;

interface Given {
  args: readonly (string | readonly string[])[];
  platform: string | undefined;
  /** Group u2 gives one thing at a time. */
  isNative: boolean;
}

export function targetsOf(operation: Operation, { args, platform, isNative }: Given): PaidTarget[] {
  if (operation.byAddress === null) return [inOrder(operation, args as readonly string[])];
  const texts = [...new Set(args.flat())];
  const targets = texts.map((text) => targetOf(operation, text, platform));
  return takesSeveral(operation) && !isNative ? together(targets) : targets;
}

function inOrder(operation: Operation, [platform, ...values]: readonly string[]): PaidTarget {
  const named = positionalParameters(operation).map((name, i) => [name, values[i]!]);
  return { platform: platform!, ...Object.fromEntries(named) };
}

function targetOf({ byAddress }: Operation, text: string, platform: string | undefined): PaidTarget {
  const isAddress = platform === undefined ? findAddresses(text).length > 0 : text.includes(SCHEME);
  if (isAddress) return { ...(platform !== undefined && { platform }), url: text };
  if (platform === undefined) {
    throw new CliError(`"${text}" is no address: --platform must say where it is from`, EXIT.usage);
  }
  const [id = 'id'] = byAddress!.instead;
  if (text.startsWith('@') && byAddress!.instead.includes('handle')) return { platform, handle: text };
  return { platform, [id]: text };
}

/** Ids of one platform in as few calls as may be, behind the addresses. One with a comma would be taken for two, so it goes alone. */
function together(targets: readonly PaidTarget[]): PaidTarget[] {
  const isJoinable = ({ id }: PaidTarget) => id !== undefined && !id.includes(',');
  const joinable = targets.filter(isJoinable);
  const alone = targets.filter((target) => !isJoinable(target));
  if (joinable.length <= 1) return [...targets];
  const { platform } = joinable[0]!;
  const lists = Array.from({ length: Math.ceil(joinable.length / VIDEO_IDS_MAX) }, (_, i) => ({
    platform: platform!,
    ids: joinable
      .slice(i * VIDEO_IDS_MAX, (i + 1) * VIDEO_IDS_MAX)
      .map(({ id }) => id)
      .join(','),
  }));
  return [...alone, ...lists];
}
