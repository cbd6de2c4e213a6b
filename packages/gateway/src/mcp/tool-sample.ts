// A call of the tool that makes a data call, with the sample values of its operation. For the reference.
import { findAction } from '../operations/index.ts';
import { argumentOf } from './argument-names.ts';
import { toolActions } from './paid-tools.ts';

export interface ToolSample {
  name: string;
  arguments: Readonly<Record<string, string>>;
}

/** null when no tool calls this action. */
export function toolSample(action: string, platform: string): ToolSample | null {
  const name = [...toolActions].find(([, called]) => called === action)?.[0];
  if (name === undefined) return null;
  const { sample } = findAction(action)!.operation;
  const given = Object.entries(sample).map(([parameter, value]) => [argumentOf(parameter), value]);
  return { name, arguments: { platform, ...Object.fromEntries(given) } };
}
