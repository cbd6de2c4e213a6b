// Owns the options that bound a key, for the commands that make and change one.
import type { Static, TObject } from 'typebox';
import { GROUPS, type Group } from '../domain/key.ts';
import type { limitFields } from '../features/keys/key-views.ts';
import {
  cap,
  list,
  NONE,
  type RateWish,
  rate,
  resolveCap,
  resolveRate,
  resolveWhen,
  type When,
  when,
} from './arguments.ts';
import { type CommandOption, given } from './command.ts';
import type { Session } from './session.ts';
import { CliError, EXIT } from './world.ts';

export interface CapOptions {
  dailyCap?: string;
  monthlyCap?: string;
  totalCap?: string;
}

export interface LimitOptions extends CapOptions {
  groups?: string[];
  expires?: When;
  address?: string[];
  rate?: RateWish;
  maxCall?: string;
  platforms?: string[];
  operations?: string[];
  project?: string;
}

export const limitOptions: CommandOption[] = [
  { flags: '--groups <LIST>', summary: `what it may call: ${GROUPS.join(',')} (default: all)`, parse: list },
  { flags: '--expires <WHEN>', summary: 'a day, a time or a duration such as 30d', parse: when },
  {
    flags: '--address <CIDR>',
    summary: 'only callers from here; may be given several times',
    isRepeatable: true,
  },
  { flags: '--rate <N/SECONDS[:CONCURRENT]>', summary: 'its own limit', parse: rate },
  { flags: '--daily-cap <AMOUNT>', summary: 'most it may spend per UTC day', parse: cap },
  { flags: '--monthly-cap <AMOUNT>', summary: 'most it may spend per UTC month', parse: cap },
  { flags: '--total-cap <AMOUNT>', summary: 'most it may ever spend', parse: cap },
  { flags: '--max-call <AMOUNT>', summary: 'most that one call may cost', parse: cap },
  { flags: '--platforms <LIST>', summary: 'only these platforms (default: all)', parse: list },
  { flags: '--operations <LIST>', summary: 'only these operations, such as video.search', parse: list },
  { flags: '--project <ID>', summary: 'shares the caps of this project' },
];

type LimitBody = Static<TObject<typeof limitFields>>;

function orNone(given: string[] | undefined): string[] | null | undefined {
  return given?.length === 1 && given[0] === NONE ? null : given;
}

function readGroups(names: string[] | undefined): Group[] | undefined {
  const bad = names?.find((name) => !GROUPS.some((group) => group === name));
  if (bad !== undefined) {
    throw new CliError(`there is no group "${bad}"; groups are ${GROUPS.join(' and ')}`, EXIT.usage);
  }
  return names as Group[] | undefined;
}

/** Undefined for a cap that was not given. */
export function capBody({ dailyCap, monthlyCap, totalCap }: CapOptions) {
  return {
    daily_cap: dailyCap === undefined ? undefined : resolveCap(dailyCap),
    monthly_cap: monthlyCap === undefined ? undefined : resolveCap(monthlyCap),
    total_cap: totalCap === undefined ? undefined : resolveCap(totalCap),
  };
}

/** Only the bounds that were given: an absent one leaves things as they are. */
export function limitBody(session: Session, options: LimitOptions): LimitBody {
  const { expires, rate: wish, maxCall } = options;
  return given({
    groups: readGroups(options.groups),
    expires_at: expires === undefined ? undefined : resolveWhen(expires, session.deps.clock),
    addresses: orNone(options.address),
    rate: wish === undefined ? undefined : resolveRate(wish, session.config),
    ...capBody(options),
    max_call: maxCall === undefined ? undefined : resolveCap(maxCall),
    platforms: orNone(options.platforms),
    operations: orNone(options.operations),
    project: options.project === NONE ? null : options.project,
  });
}
