// Owns the names of arguments that say more to a model than the parameters of the operation do, in both directions: an error names the
// argument that the model gave, and never a parameter that it cannot send.
import type { Bought } from './tool-port.ts';

const BY_PARAMETER: Readonly<Record<string, string>> = { keyword: 'query', pcursor: 'cursor' };
const PARAMETERS = /\b(?:keyword|pcursor)\b/g;

export const argumentOf = (parameter: string) => BY_PARAMETER[parameter] ?? parameter;

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
