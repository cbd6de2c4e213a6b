// Owns what a tool is: a name, a text for the model, a definition of its arguments, and what it does with a gateway. Types alone.
import type { ToolPort } from './tool-port.ts';
import type { ToolResult } from './tool-result.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** A JSON Schema of an object, closed: an argument that nobody knows is an error and not a surprise on the bill. */
export interface ArgumentSchema {
  type: 'object';
  properties: Record<string, object>;
  required?: string[];
  additionalProperties: false;
}

export interface Tool {
  name: string;
  title: string;
  description: string;
  arguments: ArgumentSchema;
  isPaid: boolean;
  /** Prices of this operation belong in its description. */
  operation: string | null;
  run(port: ToolPort, given: Arguments): Promise<ToolResult>;
}
