// Parses TypeScript into a tree and walks it, with the parser of the test runner.
import { parseAst } from 'vitest/node';

export interface Node {
  type: string;
  start: number;
  end: number;
  [name: string]: unknown;
}

export function parse(source: string, file = '.ts'): Node {
  return parseAst(source, { lang: file.endsWith('.tsx') ? 'tsx' : 'ts' }) as unknown as Node;
}

/** Every node below, parents first; types are left out, because they have no effect at run time. */
export function* walk(
  node: Node,
  parents: readonly Node[] = [],
): Generator<{ node: Node; parents: readonly Node[] }> {
  yield { node, parents };
  for (const [name, value] of Object.entries(node)) {
    if (name === 'typeAnnotation' || name === 'typeArguments' || name === 'typeParameters') continue;
    for (const one of Array.isArray(value) ? value : [value]) {
      if (isNode(one) && !isType(one)) yield* walk(one, [...parents, node]);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

/** `x as T` and `x!` are values; all other TypeScript syntax is a type. */
function isType({ type }: Node): boolean {
  return type.startsWith('TS') && type !== 'TSAsExpression' && type !== 'TSNonNullExpression';
}

export function lineOf(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length;
}
