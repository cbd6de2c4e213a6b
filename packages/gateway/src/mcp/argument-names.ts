// Names of arguments that tell a model more than the parameters of the operation do. They are translated in both
// directions: an error names the argument that the model gave, and never a parameter that it cannot send.
import type { Arguments } from './tool.ts';
import type { Bought } from './tool-port.ts';

const BY_PARAMETER: Readonly<Record<string, string>> = { pcursor: 'cursor' };
const PARAMETERS = /\bpcursor\b/g;

/** The former name of the keyword: models that learned it may go on using it. */
const OLD_KEYWORD = 'query';

export const argumentOf = (parameter: string) => BY_PARAMETER[parameter] ?? parameter;

/**
 * The arguments under their current names. When both names are given, both stay, and the old one is refused as
 * unknown.
 */
export function withCurrentNames(given: Arguments): Arguments {
  if (given[OLD_KEYWORD] === undefined || given.keyword !== undefined) return given;
  const { [OLD_KEYWORD]: keyword, ...rest } = given;
  return { ...rest, keyword };
}

const renamed = (text: unknown) => String(text).replace(PARAMETERS, argumentOf);

/** A problem with parameter names replaced by argument names. */
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
