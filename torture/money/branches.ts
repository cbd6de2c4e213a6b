// Which places are branches, and which of them were taken according to V8's own counters. Node runs the sources with types blanked out in
// place, so a counter's offset is an offset into the file.
import { type Node, parse, walk } from '../planter/drawn/syntax.ts';

export interface Branch {
  /** Where it begins in the file. */
  offset: number;
  kind: string;
  /** How often it was taken, computed from how often the code at an offset ran. */
  taken(countAt: (offset: number) => number): number;
}

/** As V8 writes it: the first range is the function, the others are blocks in it that ran a different number of times. */
export interface V8Function {
  ranges: { startOffset: number; endOffset: number; count: number }[];
}

export function branchesOf(source: string): Branch[] {
  return [...walk(parse(source))].flatMap(({ node }) => branchesAt(node));
}

function at(node: unknown, kind: string): Branch {
  const { start } = node as Node;
  return { offset: start, kind, taken: (countAt) => countAt(start) };
}

function branchesAt(node: Node): Branch[] {
  switch (node.type) {
    case 'IfStatement':
      return [at(node.consequent, 'if'), node.alternate ? at(node.alternate, 'else') : withoutElse(node)];
    case 'ConditionalExpression':
      return [at(node.consequent, 'then'), at(node.alternate, 'otherwise')];
    case 'LogicalExpression':
      return [at(node.right, `right of ${node.operator}`)];
    case 'SwitchCase':
      return (node.consequent as Node[]).length === 0 ? [] : [at((node.consequent as Node[])[0], 'case')];
    case 'CatchClause':
      return [at(node.body, 'catch')];
    case 'ForStatement':
    case 'ForOfStatement':
    case 'WhileStatement':
      return [at(node.body, 'loop')];
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return node.body === null ? [] : [at(node.body, 'function')];
    default:
      return [];
  }
}

/** The missing else was taken if the `if` ran more often than its body. */
function withoutElse(node: Node): Branch {
  const then = (node.consequent as Node).start;
  return {
    offset: node.start,
    kind: 'if passed over',
    taken: (countAt) => countAt(node.start) - countAt(then),
  };
}

/** How often the code at an offset ran: the count of the smallest range around it. */
export function countsIn(functions: readonly V8Function[]): (offset: number) => number {
  const ranges = functions
    .flatMap(({ ranges }) => ranges)
    .sort((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset));
  return (offset) =>
    ranges.find(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset)?.count ?? 0;
}
