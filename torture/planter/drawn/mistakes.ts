// Mistakes that are made when code is written or moved in a hurry: a forgotten `await`, one condition too few, two arguments or two fields
// mixed up, the wrong unit of time, a list that stays empty, a filter that is forgotten, one too many. Those that the types refuse are
// sorted out later.
import type { Node } from './syntax.ts';

interface Mistake {
  replacement: string;
  what: string;
}

type TextOf = (part: unknown) => string;

/** Each pair has the same type. */
const TWINS: [string, string][] = [
  ['min', 'max'],
  ['floor', 'ceil'],
  ['some', 'every'],
  ['startsWith', 'endsWith'],
  ['start', 'end'],
  ['from', 'to'],
  ['first', 'last'],
  ['before', 'after'],
];
const TWIN_OF = new Map(
  TWINS.flatMap(
    ([one, other]) =>
      [
        [one, other],
        [other, one],
      ] as const,
  ),
);
/** What the wrong unit would make of it. */
const UNITS: Record<string, string> = {
  SECOND_MS: '/ 1000',
  MINUTE_MS: '/ 60',
  HOUR_MS: '* 24',
  DAY_MS: '/ 24',
};
/** Without it the list has too many elements, or is in another order. */
const NARROWING = new Set(['filter', 'toSorted', 'toReversed', 'trim', 'toLowerCase']);

export function mistakesOf(node: Node, parents: readonly Node[], source: string): Mistake[] {
  const textOf: TextOf = (part) => source.slice((part as Node).start, (part as Node).end);
  const parent = parents.at(-1);
  switch (node.type) {
    case 'AwaitExpression':
      // The promise linter sees one that is a statement or returned, in every case.
      return /Statement$/.test(parent?.type ?? '')
        ? []
        : [{ replacement: textOf(node.argument), what: 'await forgotten' }];
    case 'LogicalExpression':
      return node.operator === '??' ? [] : oneSide(node, textOf);
    case 'BinaryExpression':
      return oneTooMany(node, textOf);
    case 'CallExpression':
      return [...swappedArguments(node, textOf), ...forgottenCall(node, textOf), ...movedEnd(node, textOf)];
    case 'ArrayExpression':
      return (node.elements as unknown[]).length > 0 ? [{ replacement: '[]', what: 'list empty' }] : [];
    case 'Identifier':
      return wrongUnit(node, parent);
    case 'MemberExpression':
      return wrongField(node, parents, textOf);
    default:
      return [];
  }
}

function oneSide(node: Node, textOf: TextOf): Mistake[] {
  return [
    { replacement: `(${textOf(node.left)})`, what: `${node.operator}: second condition lost` },
    { replacement: `(${textOf(node.right)})`, what: `${node.operator}: first condition lost` },
  ];
}

function oneTooMany(node: Node, textOf: TextOf): Mistake[] {
  const isOne = (node.right as Node).value === 1 && (node.operator === '+' || node.operator === '-');
  return isOne ? [{ replacement: `(${textOf(node.left)})`, what: `${node.operator} 1 forgotten` }] : [];
}

function swappedArguments(node: Node, textOf: TextOf): Mistake[] {
  const given = node.arguments as Node[];
  const at = given.findIndex((one, i) => isPlain(one) && i + 1 < given.length && isPlain(given[i + 1]!));
  if (at === -1) return [];
  const swapped = given.map(textOf);
  [swapped[at], swapped[at + 1]] = [swapped[at + 1]!, swapped[at]!];
  return [
    {
      replacement: `${textOf(node.callee)}(${swapped.join(', ')})`,
      what: `${swapped[at + 1]} and ${swapped[at]} swapped`,
    },
  ];
}

const isPlain = ({ type }: Node) => type === 'Identifier' || type === 'MemberExpression';

function calledOf(node: Node): { on: Node; name: string } | null {
  const callee = node.callee as Node;
  if (callee.type !== 'MemberExpression' || callee.computed) return null;
  return { on: callee.object as Node, name: String((callee.property as Node).name) };
}

function forgottenCall(node: Node, textOf: TextOf): Mistake[] {
  const called = calledOf(node);
  if (called === null || !NARROWING.has(called.name)) return [];
  return [{ replacement: textOf(called.on), what: `${called.name} forgotten` }];
}

function movedEnd(node: Node, textOf: TextOf): Mistake[] {
  const given = node.arguments as Node[];
  if (!/^(?:slice|subarray|substring)$/.test(calledOf(node)?.name ?? '') || given.length === 0) return [];
  const before = given.slice(0, -1).map((one) => `${textOf(one)}, `);
  const last = textOf(given.at(-1));
  return ['+', '-'].map((sign) => ({
    replacement: `${textOf(node.callee)}(${before.join('')}(${last}) ${sign} 1)`,
    what: `slice one ${sign === '+' ? 'more' : 'less'}`,
  }));
}

function wrongUnit(node: Node, parent: Node | undefined): Mistake[] {
  const factor = UNITS[String(node.name)];
  const isUse = parent?.type === 'BinaryExpression' || parent?.type === 'CallExpression';
  return factor !== undefined && isUse
    ? [{ replacement: `(${node.name} ${factor})`, what: `${node.name} is the wrong unit` }]
    : [];
}

/** Another field of the same object that the same function reads, or the twin of a function. */
function wrongField(node: Node, parents: readonly Node[], textOf: TextOf): Mistake[] {
  if (node.computed || isTarget(node, parents.at(-1))) return [];
  const name = String((node.property as Node).name);
  const to = TWIN_OF.get(name) ?? neighbourOf(node, name, parents, textOf);
  if (to === undefined) return [];
  const mark = node.optional ? '?.' : '.';
  return [{ replacement: `${textOf(node.object)}${mark}${to}`, what: `.${name} → .${to}` }];
}

function isTarget(node: Node, parent: Node | undefined): boolean {
  return (
    (parent?.type === 'AssignmentExpression' && parent.left === node) || parent?.type === 'UpdateExpression'
  );
}

function neighbourOf(node: Node, name: string, parents: readonly Node[], textOf: TextOf): string | undefined {
  const isCalled = parents.at(-1)?.type === 'CallExpression' && parents.at(-1)!.callee === node;
  const object = node.object as Node;
  if (isCalled || object.type !== 'Identifier') return undefined;
  const scope = parents.findLast(({ type }) => /Function|MethodDefinition/.test(type));
  if (scope === undefined) return undefined;
  const reads = textOf(scope).matchAll(new RegExp(`\\b${object.name}\\??\\.(\\w+)\\b(?!\\()`, 'g'));
  const fields = [...new Set([...reads].map(([, field]) => field!))];
  const next = fields[(fields.indexOf(name) + 1) % fields.length];
  return next === name ? undefined : next;
}
