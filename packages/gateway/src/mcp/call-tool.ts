// Answers a call of a tool: finds the tool, checks the arguments and runs it. An exception of a tool is never shown
// to the model.
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import { fieldErrors } from '../domain/field-errors.ts';
import { withCurrentNames } from './argument-names.ts';
import { collectionTools } from './collection-tools.ts';
import { freeTools } from './free-tools.ts';
import { paidTools } from './paid-tools.ts';
import { readVideos } from './read-records.ts';
import type { Tool, ToolCall, UserQuestion } from './tool.ts';
import { explainerOf, flattened, MORE } from './tool-list.ts';
import type { ToolPort } from './tool-port.ts';
import { argumentError, bugResult, type ToolResult } from './tool-result.ts';
import { watchTools } from './watch-tools.ts';

const explained: readonly Tool[] = [
  ...paidTools,
  readVideos,
  ...freeTools,
  ...collectionTools,
  ...watchTools,
];

/** The order must never change: clients cache lists by it. */
export const tools: readonly Tool[] = [...explained, explainerOf(explained)];

const byName = new Map(tools.map((tool) => [tool.name, tool]));

const checks = new Map<Tool, ReturnType<typeof Compile>>();

function checkOf(tool: Tool): ReturnType<typeof Compile> {
  const known = checks.get(tool) ?? Compile(tool.arguments as unknown as TSchema);
  checks.set(tool, known);
  return known;
}

/** `onBug` gets exceptions. */
export async function callTool(
  port: ToolPort,
  name: string,
  asked: ToolCall,
  onBug: (error: unknown) => void,
): Promise<ToolResult | UserQuestion> {
  const tool = byName.get(name);
  if (tool === undefined)
    return argumentError(`There is no such tool. The tools are: ${[...byName.keys()].join(', ')}.`);
  const flat = flattened(asked.given);
  if (flat === null) return argumentError(`\`${MORE}\` must not repeat an argument that is given beside it`);
  const takesKeyword = 'keyword' in tool.arguments.properties;
  const call = { ...asked, given: takesKeyword ? withCurrentNames(flat) : flat };
  const check = checkOf(tool);
  if (!check.Check(call.given)) return argumentError(wrongOnes(check.Errors(call.given)[1]));
  const withNul = Object.keys(call.given).find((argument) => hasNul(call.given[argument]));
  if (withNul !== undefined) return argumentError(`${withNul} must not contain NUL`);
  try {
    return await tool.run(port, call);
  } catch (bug) {
    onBug(bug);
    return bugResult();
  }
}

/** Refused as in a URL: no database stores it and no platform is asked for it. Checked arguments are nested twice at most. */
function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  return typeof value === 'object' && value !== null && Object.values(value).some(hasNul);
}

function wrongOnes(errors: Parameters<typeof fieldErrors>[0]): string {
  return fieldErrors(errors)
    .map(({ field, message }) => `${field === 'body' ? 'arguments' : field} ${message}`)
    .join('; ');
}
