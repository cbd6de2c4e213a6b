// What a tool is: a name, a text for the model, schemas of its input and output, and its function. Types only.
import type { ToolPort } from './tool-port.ts';
import type { ToolResult } from './tool-result.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** A closed JSON Schema of an object: an unknown argument is an error, so that it cannot silently cost money. */
export interface ArgumentSchema {
  type: 'object';
  properties: Record<string, object>;
  required?: string[];
  additionalProperties: false;
}

/** Schema of the fields that are returned with the text. Open: fields may be added. */
export interface FactsSchema {
  type: 'object';
  properties: Record<string, object>;
  required: string[];
}

/** The person who uses the client. */
export interface User {
  /** True when the client can show a form. */
  canBeAsked: boolean;
  /** The reply to the form of this call; null before a form was shown. */
  reply: { agrees: boolean; state: string } | null;
}

/** A question to the user. The client then repeats the call with the reply and the state. */
export interface UserQuestion {
  question: string;
  /** The label of the checkbox. */
  label: string;
  state: string;
}

export interface ToolCall {
  given: Arguments;
  /** Aborts when the client cancels the call. */
  signal: AbortSignal;
  user: User;
}

export interface Tool {
  name: string;
  title: string;
  /** Of which a client may choose all tools. */
  group: 'videos' | 'account' | 'collections' | 'watches';
  /** The first sentence stands in short lists. */
  description: string;
  arguments: ArgumentSchema;
  facts: FactsSchema;
  isPaid: boolean;
  /** A free tool that changes what is there, such as one that cancels. */
  changes?: true;
  /** The operation whose prices are shown in the description; null for free tools and for those that name the price themselves. */
  operation: string | null;
  run(port: ToolPort, call: ToolCall): Promise<ToolResult | UserQuestion>;
}
