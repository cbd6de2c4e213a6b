// What a list of tools tells a model. The short form has every tool in a few words: a model pays for the list with each conversation. Further
// arguments are named in one field, `more`, and `explain_tool` says the rest. A client may choose tools that it wants in full. The choice is
// about the list only: every tool can be called, with all its arguments, whatever was listed.
import type { toolPrices } from './free-tools.ts';
import type { ArgumentSchema, Arguments, Tool, ToolCall } from './tool.ts';
import type { ToolPort } from './tool-port.ts';
import { argumentError, successResult, type ToolResult } from './tool-result.ts';

/** The field of the short form that takes all arguments which are not fields of it. */
export const MORE = 'more';
/** The names of the tools, which the list has, are not repeated as the values of an argument. */
const SHORT_ENUM_MAX = 4;
/** Arguments of many tools, in fewer words than in full. */
const SHORT_WORDS: Readonly<Record<string, string>> = {
  platform: '`platforms` lists them.',
  url: 'Instead of an id.',
  cursor: '`next_cursor` of the last answer.',
  count: 'Per page.',
};
/** Longer lists are not read; the tool `platforms` has all prices. */
const PRICES_SHOWN_MAX = 12;

/** Which tools are listed. */
export interface ToolChoice {
  /** Every tool in the short form, unless it is chosen by name. */
  isShort: boolean;
  /** The tools in full. */
  full: ReadonlySet<string>;
}

/** What a client gets that chooses nothing, unless the operator has set it otherwise. */
export const TOOL_LISTS = ['short', 'all'] as const;
export type ToolList = (typeof TOOL_LISTS)[number];

const GROUPS: readonly Tool['group'][] = ['videos', 'account', 'collections', 'watches'];

/** The choice that a text names: `short`, `all`, groups and names of tools, separated by commas. The problem, when it names anything else. */
export function readToolChoice(text: string, tools: readonly Tool[]): ToolChoice | { problem: string } {
  const words = text.split(',').map((word) => word.trim());
  const full = words.flatMap((word) =>
    tools.filter(({ name, group }) => word === 'all' || word === name || word === group),
  );
  const names = [...TOOL_LISTS, ...GROUPS, ...tools.map(({ name }) => name)];
  const unknown = words.find((word) => !names.includes(word));
  if (unknown !== undefined)
    return { problem: `tools must name "short", "all", one of ${GROUPS.join(', ')}, or tools: ${unknown}` };
  return { isShort: words.includes('short'), full: new Set(full.map(({ name }) => name)) };
}

type Prices = ReturnType<typeof toolPrices>;

export interface ListedTool {
  name: string;
  title?: string;
  description: string;
  inputSchema: { type: 'object' };
  outputSchema?: { type: 'object' };
  annotations: object;
}

export function listedTools(
  tools: readonly Tool[],
  { isShort, full }: ToolChoice,
  prices: Prices,
): ListedTool[] {
  return tools.flatMap((tool) => {
    if (full.has(tool.name)) return [fullForm(tool, prices)];
    return isShort ? [shortForm(tool, prices)] : [];
  });
}

function fullForm(tool: Tool, prices: Prices): ListedTool {
  const { name, title, description, arguments: inputSchema, facts: outputSchema } = tool;
  const annotations = {
    readOnlyHint: !tool.isPaid && !tool.changes,
    destructiveHint: tool.changes === true,
    idempotentHint: true,
    openWorldHint: tool.isPaid,
  };
  const priced = `${description}${priceText(tool, pricesOf(tool, prices))}`;
  return { name, title, description: priced, inputSchema, outputSchema, annotations };
}

function shortForm(tool: Tool, prices: Prices): ListedTool {
  const { name } = tool;
  const description = `${firstSentence(tool.description)}${shortPrice(tool, pricesOf(tool, prices))}`;
  return { name, description, inputSchema: shortSchema(tool), annotations: shortHints(tool) };
}

const pricesOf = ({ operation }: Tool, prices: Prices) => prices.filter((one) => one.operation === operation);

function priceText(tool: Tool, own: Prices): string {
  if (!tool.isPaid || tool.operation === null || own.length === 0) return shortPrice(tool, own);
  const shown = own
    .slice(0, PRICES_SHOWN_MAX)
    .map(({ platform, unit_price: price, unit }) => `${platform} ${price} per ${unit}`);
  const more = own.length > PRICES_SHOWN_MAX ? ', and others' : '';
  return ` Price: ${shown.join(', ')}${more}.`;
}

/** Of all platforms the cheapest and the dearest, so that the list does not grow with the platforms. */
function shortPrice({ isPaid, operation }: Tool, own: Prices): string {
  if (!isPaid) return ' Free.';
  if (operation === null) return '';
  if (own.length === 0) return ' No platform of this gateway serves it.';
  const prices = own.map((one) => one.unit_price).sort((one, other) => Number(one) - Number(other));
  const [least, most] = [prices[0]!, prices.at(-1)!];
  return ` Price: ${least === most ? least : `${least} to ${most}`} per ${own[0]!.unit}.`;
}

/** Only what differs from the protocol's default, and what decides whether a client asks its user first. */
function shortHints({ isPaid, changes }: Tool): object {
  if (isPaid) return { destructiveHint: false, idempotentHint: true };
  return changes ? { idempotentHint: true } : { readOnlyHint: true };
}

interface Field {
  type?: string | string[];
  enum?: readonly unknown[];
  items?: Field;
  description?: string;
}

/** What the question is about, beside what is required. */
const ASKED = new Set(['platform', 'id', 'url', 'ids', 'author_id', 'playlist_id', 'cursor', 'count']);

function shortSchema({ isPaid, arguments: schema }: Tool): ListedTool['inputSchema'] {
  const { required = [], properties } = schema;
  const isField = (name: string) => !isPaid || required.includes(name) || ASKED.has(name);
  const names = Object.keys(properties);
  const fields = names.filter(isField).map((name) => [name, shortField(name, properties[name] as Field)]);
  const others = names.filter((name) => !isField(name));
  const description = others.map((name) => inWords(name, properties[name] as Field)).join(', ');
  const more = others.length > 0 ? { [MORE]: { type: 'object', description } } : {};
  const all = { properties: { ...Object.fromEntries(fields), ...more } };
  return { type: 'object', ...all, ...(required.length > 0 && { required }) };
}

function shortField(name: string, { type, enum: values, items, description }: Field): object {
  const few = values !== undefined && values.length <= SHORT_ENUM_MAX ? { enum: values } : {};
  const kind = items === undefined ? {} : { items: { type: items.type } };
  const words = SHORT_WORDS[name] ?? (description === undefined ? undefined : firstSentence(description));
  return { type, ...few, ...kind, ...(words !== undefined && { description: words }) };
}

/** `sort: views|likes`; an example where it is not a text. */
function inWords(name: string, { type, enum: values }: Field): string {
  if (values !== undefined) return `${name}: ${values.join('|')}`;
  return type === 'string' ? name : `${name}: ${type === 'boolean' ? true : 1}`;
}

/** Up to the first full stop, or a colon that stands after a word. */
const firstSentence = (text: string) =>
  /^.*?(?:\w:|[\w")][.])(?= |$)/s.exec(text)?.[0].replace(/:$/, '.') ?? text;

const isObject = (value: unknown): value is Arguments =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The arguments with those in `more` beside the others, also in the question of a collection or watch. null when one is given in both
 * places.
 */
export function flattened(given: Arguments): Arguments | null {
  const { [MORE]: more, ...rest } = given;
  if (isObject(more) && Object.keys(more).some((name) => Object.hasOwn(rest, name))) return null;
  const flat = isObject(more) ? { ...rest, ...more } : given;
  if (!isObject(flat.arguments)) return flat;
  const question = flattened(flat.arguments);
  return question && { ...flat, arguments: question };
}

/** The tool that tells everything about another one, in the words of its full form. */
export function explainerOf(tools: readonly Tool[]): Tool {
  const schema: ArgumentSchema = {
    type: 'object',
    properties: { tool: { type: 'string', description: 'Its name.' } },
    required: ['tool'],
    additionalProperties: false,
  };
  return {
    name: 'explain_tool',
    group: 'account',
    title: 'About a tool',
    description: 'What every argument of a tool means, also those in `more`, and what it answers.',
    arguments: schema,
    facts: {
      type: 'object',
      properties: { name: { type: 'string' }, arguments: { type: 'object' }, answer: { type: 'object' } },
      required: ['name'],
    },
    isPaid: false,
    operation: null,
    run: async (_port: ToolPort, { given }: ToolCall) => {
      const tool = tools.find(({ name }) => name === given.tool);
      if (tool !== undefined) return explanation(tool);
      return argumentError(
        `There is no such tool. The tools are: ${tools.map(({ name }) => name).join(', ')}.`,
      );
    },
  };
}

function explanation({ name, description, arguments: given, facts }: Tool): ToolResult {
  const { required = [], properties } = given;
  const lines = Object.entries(properties).map(([argument, field]) => {
    const must = required.includes(argument) ? ' (required)' : '';
    const { description: text = '', ...rules } = field as Field;
    return `${argument}${must}: ${text} ${JSON.stringify(rules)}`;
  });
  const answered = Object.entries(facts.properties).map(([fact, field]) => {
    const { description: text } = field as Field;
    return text === undefined ? fact : `${fact}: ${text}`;
  });
  const text = [`${name}: ${description}`, ...lines, 'Its answer has:', ...answered].join('\n');
  return successResult(text, { name, arguments: given, answer: facts });
}
