// Finds every regular expression in a source text: literals, `new RegExp(…)` and the `pattern` of schemas. It reads the syntax tree, so it
// misses none and mistakes no division for one.
import { parseAst } from 'vitest/node';

interface SourcePattern {
  /** The text to search for in the file. */
  written: string;
  /** null when its parts are known only at run time. */
  pattern: RegExp | null;
}

export interface Node {
  type: string;
  [name: string]: unknown;
}

export function patternsOf(source: string): SourcePattern[] {
  const nodes = [...below(parseAst(source, { lang: 'ts' }) as unknown as Node)];
  const constants = new Map(nodes.filter(isConstant).map((node) => [nameOf(node.id), node.init as Node]));
  return nodes.flatMap((node) => patternOf(node, constants) ?? []);
}

function* below(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node)) {
    for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) yield* below(one);
  }
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

const isConstant = ({ type, init }: Node): boolean => type === 'VariableDeclarator' && isNode(init);

export const nameOf = (node: unknown): string | null =>
  isNode(node) && typeof node.name === 'string' ? node.name : null;

type Constants = Map<string | null, Node>;

function patternOf(node: Node, constants: Constants): SourcePattern | null {
  if (node.type === 'Literal' && isRegex(node.regex)) {
    const { pattern, flags } = node.regex;
    return { written: `/${pattern}/${flags}`, pattern: new RegExp(pattern, flags) };
  }
  if (isConstructor(node)) return built(node.arguments as Node[], constants);
  if (node.type !== 'Property' || nameOf(node.key) !== 'pattern') return null;
  const text = textOf(node.value as Node, constants);
  return text === null ? null : { written: `pattern: '${text}'`, pattern: new RegExp(text, 'u') };
}

function isRegex(value: unknown): value is { pattern: string; flags: string } {
  return typeof value === 'object' && value !== null;
}

function isConstructor({ type, callee }: Node): boolean {
  return (type === 'NewExpression' || type === 'CallExpression') && nameOf(callee) === 'RegExp';
}

function built([source, flags]: Node[], constants: Constants): SourcePattern {
  const text = source === undefined ? null : textOf(source, constants);
  const flagText = flags === undefined ? '' : textOf(flags, constants);
  if (text === null || flagText === null) return { written: 'new RegExp(…)', pattern: null };
  return { written: `new RegExp('${text}')`, pattern: new RegExp(text, flagText) };
}

/** The text of an expression that consists of literals and constants of the same file; null for any other. */
function textOf(node: Node, constants: Constants): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type === 'BinaryExpression' && node.operator === '+')
    return joinedTexts([node.left as Node, node.right as Node], constants);
  if (node.type === 'TemplateLiteral') return templateText(node, constants);
  const init = node.type === 'Identifier' ? constants.get(nameOf(node)) : undefined;
  return init === undefined ? null : textOf(init, constants);
}

function joinedTexts(nodes: Node[], constants: Constants): string | null {
  const texts = nodes.map((node) => textOf(node, constants));
  return texts.includes(null) ? null : texts.join('');
}

function templateText({ quasis, expressions }: Node, constants: Constants): string | null {
  const fixed = (quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
  const filled = (expressions as Node[]).map((node) => textOf(node, constants));
  if (filled.includes(null)) return null;
  return fixed.map((text, at) => text + (filled[at] ?? '')).join('');
}
