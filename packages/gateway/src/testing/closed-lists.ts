// Finds every closed list in a source text: the words of `new Set([…])`, of an array that is asked with `includes`, of comparisons joined by
// || or &&, of an object whose every value is a word, and the alternatives of a regular expression.
import { parseAst } from 'vitest/node';
import { isNode, type Node, nameOf } from './source-patterns.ts';

export interface ClosedList {
  /** The constant or function that holds it. A second list of the same name ends in " 2". */
  name: string;
  words: string[];
  /** Of a regular expression. */
  pattern?: RegExp;
}

const DECLARES =
  /^(VariableDeclarator|FunctionDeclaration|MethodDefinition|PropertyDefinition|Property|ClassDeclaration)$/;

/** A node with its name and the node around it. */
interface Place {
  node: Node;
  name: string;
  around: Node | null;
}

export function closedListsOf(source: string): ClosedList[] {
  const places = [...below(parseAst(source, { lang: 'ts' }) as unknown as Node, '', null)];
  const constants: Constants = new Map(
    places.flatMap(({ node }) =>
      node.type === 'VariableDeclarator' && isNode(node.init)
        ? [[nameOf(node.id) ?? '', bare(node.init)]]
        : [],
    ),
  );
  const asked = new Set(places.filter(({ node }) => isAsking(node)).map(({ node }) => nameOf(askedOf(node))));
  const lists = places.flatMap((place) => listAt(place, constants, asked) ?? []);
  return numbered(lists.filter(({ words }) => words.length > 1));
}

type Constants = Map<string, Node>;

function* below(node: Node, name: string, around: Node | null): Generator<Place> {
  const own = DECLARES.test(node.type) ? (nameOf(node.id) ?? nameOf(node.key) ?? name) : name;
  yield { node, name: own, around };
  for (const child of Object.values(node).flat()) if (isNode(child)) yield* below(child, own, node);
}

function listAt(
  { node, name, around }: Place,
  constants: Constants,
  asked: Set<string | null>,
): ClosedList | null {
  if (node.type === 'Literal' && node.regex) {
    const { pattern, flags } = node.regex as { pattern: string; flags: string };
    return { name, words: alternativesOf(pattern), pattern: new RegExp(pattern, flags) };
  }
  const words = wordsAt(node, name, around, constants, asked);
  return words === null ? null : { name, words: [...new Set(words)] };
}

function wordsAt(
  node: Node,
  name: string,
  around: Node | null,
  constants: Constants,
  asked: Set<string | null>,
) {
  const held = node.type === 'VariableDeclarator' && isNode(node.init) ? bare(node.init) : null;
  const isNamed = asked.has(name) || /^[A-Z][A-Z\d_]+$/.test(name);
  if (held?.type === 'ArrayExpression' && isNamed) return wordsIn(held, constants);
  if (held?.type === 'ObjectExpression' && isNamed) return pairsOf(held);
  if (node.type === 'NewExpression' && nameOf(node.callee) === 'Set') return wordsIn(node, constants);
  if (isAsking(node) && askedOf(node).type === 'ArrayExpression') return wordsIn(askedOf(node), constants);
  const isInner = around?.type === 'LogicalExpression' && around.operator === node.operator;
  return node.type === 'LogicalExpression' && !isInner ? comparedWith(node) : null;
}

/** Without TypeScript's wrappers, such as `as const`. */
function bare(node: Node): Node {
  return /^TS(As|Satisfies|NonNull)Expression$/.test(node.type) ? bare(node.expression as Node) : node;
}

const isAsking = ({ type, callee }: Node): boolean =>
  type === 'CallExpression' && isNode(callee) && nameOf(callee.property) === 'includes';
const askedOf = (node: Node): Node => bare((node.callee as Node).object as Node);

/** A text or a number that is written out. */
function wordOf(value: unknown): string | null {
  if (!isNode(value)) return null;
  const node = bare(value);
  const isWord = typeof node.value === 'string' || typeof node.value === 'number';
  return node.type === 'Literal' && isWord ? String(node.value) : null;
}

function wordsIn(value: unknown, constants: Constants): string[] {
  if (!isNode(value)) return [];
  const node = bare(value);
  const word = wordOf(node);
  if (word !== null) return [word];
  if (node.type === 'Identifier') return wordsIn(constants.get(nameOf(node)!), constants);
  if (node.type === 'CallExpression') return splitText(node);
  const parts = [node.elements, node.arguments, node.argument].flat();
  return parts.flatMap((part) => wordsIn(part, constants));
}

/** `'a b'.split(' ')`. */
function splitText({ callee }: Node): string[] {
  if (!isNode(callee) || nameOf(callee.property) !== 'split') return [];
  return wordOf(callee.object)?.split(' ') ?? [];
}

/** In `x === 'a' || x === 'b'` and `x !== 'a' && x !== 'b'`. */
function comparedWith(node: Node): string[] {
  return [node.left as Node, node.right as Node].flatMap((side) => {
    if (side.type === 'LogicalExpression') return side.operator === node.operator ? comparedWith(side) : [];
    const sign = node.operator === '||' ? '===' : '!==';
    return side.type === 'BinaryExpression' && side.operator === sign ? (wordOf(side.right) ?? []) : [];
  });
}

/** `key=value`, of an object that maps words to words. One that holds figures is no list. */
function pairsOf({ properties }: Node): string[] | null {
  const pairs = (properties as Node[]).map(({ key, value }) => {
    const word = wordOf(value);
    return word === null || /^\d{1,2}$|\s/.test(word) ? null : `${nameOf(key) ?? wordOf(key)}=${word}`;
  });
  return pairs.includes(null) ? null : (pairs as string[]);
}

/** The alternatives that are plain words, where two or more are side by side. */
function alternativesOf(pattern: string): string[] {
  const runs = pattern.matchAll(/(?<!\\)[\w .:/?-]+(?:\|[\w .:/?-]+)+/g);
  return [...runs]
    .flatMap(([words]) => words.replace(/^\?[:!=]/, '').split('|'))
    .filter((word) => word.length > 1);
}

function numbered(lists: ClosedList[]): ClosedList[] {
  const seen = new Map<string, number>();
  return lists.map((list) => {
    const nth = (seen.get(list.name) ?? 0) + 1;
    seen.set(list.name, nth);
    return nth === 1 ? list : { ...list, name: `${list.name} ${nth}` };
  });
}
