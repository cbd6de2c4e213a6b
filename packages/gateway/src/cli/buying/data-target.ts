// Turns the arguments of a paid command into the parameters of its calls: which argument is an address, a handle or an id, and of which
// platform. It makes no request. Arguments that cannot be understood are refused before anything is paid.
import { findAddresses } from '../../addresses/find-address.ts';
import { VIDEO_IDS_MAX } from '../../domain/limits.ts';
import type { Operation } from '../../operations/operation.ts';
import type { CommandArgument } from '../../terminal/command.ts';
import { CliError, EXIT } from '../../terminal/world.ts';

/** Text that contains this is an address, even where ids are expected. */
const SCHEME = '://';

/** The parameters that are positional arguments. */
export function positionalParameters({ byAddress, command }: Operation): readonly string[] {
  return byAddress === null ? command.arguments : ['url', 'ids', ...byAddress.instead];
}

/** Whether one call may ask for several ids. */
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

/** The parameters that identify the target of a call: `{ platform, id }`, `{ url }` and so on. */
export type PaidTarget = Record<string, string>;

interface Given {
  args: readonly (string | readonly string[])[];
  platform: string | undefined;
  /** The native group `u2` takes one id per call. */
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

/**
 * Combines ids of one platform into as few calls as possible, after the addresses. An id that contains a comma would be read as two, so it
 * gets a call of its own.
 */
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
