// Owns the names of arguments that say more to a model than the parameters of the operation do, in both directions: an error names the
// argument that the model gave, and never a parameter that it cannot send.
import type { Arguments } from './tool.ts';
import type { Bought } from './tool-port.ts';

const BY_PARAMETER: Readonly<Record<string, string>> = { pcursor: 'cursor' };
const PARAMETERS = /\bpcursor\b/g;

/** What tools called the keyword before: models that learned it may go on. */
const OLD_KEYWORD = 'query';

export const argumentOf = (parameter: string) => BY_PARAMETER[parameter] ?? parameter;

/** The arguments under the names that tools have today. Both names at once stay, and are refused as any unknown argument. */
export function inTodaysNames(given: Arguments): Arguments {
  if (given[OLD_KEYWORD] === undefined || given.keyword !== undefined) return given;
  const { [OLD_KEYWORD]: keyword, ...rest } = given;
  return { ...rest, keyword };
}

const renamed = (text: unknown) => String(text).replace(PARAMETERS, argumentOf);

/** A problem in the words of the tool. */
export function inArgumentNames(bought: Bought): Bought {
  const { detail, errors } = bought.body as {
    detail?: string;
    errors?: { field: string; message: string }[];
  };
  const named = errors?.map(({ field, message }) => ({ field: renamed(field), message: renamed(message) }));
  const body = {
    ...bought.body,
    ...(detail !== undefined && { detail: renamed(detail) }),
    ...(named && { errors: named }),
  };
  return { ...bought, body };
}
