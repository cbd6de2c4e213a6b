// Owns what a tool is: a name, a text for the model, definitions of what it takes and gives, and what it does with a gateway. Types alone.
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

/** Of the fields that stand beside the text. Open: more may follow. */
export interface FactsSchema {
  type: 'object';
  properties: Record<string, object>;
  required: string[];
}

/** The person behind the client. */
export interface User {
  /** The client can show a form. */
  canBeAsked: boolean;
  /** Of the form that this call has shown; null before it has shown one. */
  reply: { agrees: boolean; state: string } | null;
}

/** What a tool wants to know of its user before it goes on. The same call comes again, with the reply and the state. */
export interface UserQuestion {
  question: string;
  /** Of the box to tick. */
  label: string;
  state: string;
}

export interface ToolCall {
  given: Arguments;
  /** Says that the client has cancelled it. */
  signal: AbortSignal;
  user: User;
}

export interface Tool {
  name: string;
  title: string;
  description: string;
  arguments: ArgumentSchema;
  facts: FactsSchema;
  isPaid: boolean;
  /** Prices of this operation belong in its description. */
  operation: string | null;
  run(port: ToolPort, call: ToolCall): Promise<ToolResult | UserQuestion>;
}
