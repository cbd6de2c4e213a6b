// A mutant: one small change of a module, like one made by mistake. Texts that only people read (messages, log lines) are left alone,
// because no test should depend on them.
import { mistakesOf } from './mistakes.ts';
import { sqlMutantsOf } from './sql-mutants.ts';
import { lineOf, type Node, parse, walk } from './syntax.ts';

export interface Mutant {
  file: string;
  line: number;
  start: number;
  end: number;
  replacement: string;
  what: string;
  /** The original line, for people. */
  text: string;
}

const OPERATORS: Record<string, string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
};
/** The source with the mutant in it. Offsets of Python count bytes, those of TypeScript count UTF-16. */
export function changedBy({ file, start, end, replacement }: Mutant, source: string): string {
  if (!file.endsWith('.py')) return source.slice(0, start) + replacement + source.slice(end);
  const bytes = Buffer.from(source);
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(replacement), bytes.subarray(end)]).toString();
}

export function mutantsOf(file: string, source: string): Mutant[] {
  const mutants: Mutant[] = [];
  const lines = source.split('\n');
  const add = (node: { start: number; end: number }, replacement: string, what: string) => {
    if (source.slice(node.start, node.end) === replacement) return;
    const line = lineOf(source, node.start);
    mutants.push({
      file,
      line,
      ...spanOf(node),
      replacement,
      what,
      text: lines[line - 1]!.trim().slice(0, 120),
    });
  };
  for (const { node, parents } of walk(parse(source, file))) {
    if (parents.some(isForPeople)) continue;
    mutateExpression(node, source, add);
    mutateStatement(node, parents, source, add);
    for (const { what, replacement, ...span } of sqlMutantsOf(node, source)) add(span, replacement, what);
    for (const { what, replacement } of mistakesOf(node, parents, source)) add(node, replacement, what);
  }
  return mutants;
}

/** A constant duration, with its unit in its name. Units themselves, such as DAY_MS, are left out. */
const DURATION = /_(?:MS|SECONDS|DAYS)$/;
const UNIT = /^(?:MINUTE|HOUR|DAY)_/;

/** Each named duration of a module, once twice and once half as long: tests that visit both sides of it notice both. */
export function durationMutantsOf(file: string, source: string): Mutant[] {
  const lines = source.split('\n');
  const mutants: Mutant[] = [];
  for (const { node } of walk(parse(source, file))) {
    if (node.type !== 'VariableDeclarator' || !node.init) continue;
    const name = String((node.id as Node).name);
    const { start, end } = node.init as Node;
    const value = source.slice(start, end);
    if (!DURATION.test(name) || UNIT.test(name) || !/^[\d_.\s*]|^\w+ \*/.test(value)) continue;
    const line = lineOf(source, start);
    for (const [factor, what] of [
      ['* 2', 'twice'],
      ['/ 2', 'half'],
    ])
      mutants.push({
        ...{ file, line, start, end, replacement: `(${value}) ${factor}`, what: `${name}: ${what} as long` },
        text: lines[line - 1]!.trim().slice(0, 120),
      });
  }
  return mutants;
}

type Add = (node: { start: number; end: number }, replacement: string, what: string) => void;

const spanOf = ({ start, end }: { start: number; end: number }) => ({ start, end });

const FOR_PEOPLE = /^(?:examples?|summary|description|title|help|hint|note)$/;

/** Arguments of errors, logs and failures; descriptions; imports and types. */
function isForPeople(node: Node): boolean {
  if (node.type === 'NewExpression')
    return /Error|Unavailable|UnusableDatabase/.test(nameOf(node.callee as Node));
  if (node.type === 'CallExpression') return /^failure$|\blog\b|^warn$/.test(nameOf(node.callee as Node));
  // A `title` that is computed is data.
  if (node.type === 'Property' && FOR_PEOPLE.test(String((node.key as Node).name)))
    return /Literal|ArrayExpression/.test((node.value as Node).type);
  return node.type === 'ImportDeclaration' || node.type === 'TemplateLiteral';
}

function nameOf(callee: Node): string {
  if (callee.type === 'MemberExpression') return nameOf(callee.property as Node);
  return String(callee.name ?? '');
}

function mutateExpression(node: Node, source: string, add: Add): void {
  const text = (part: unknown) => source.slice((part as Node).start, (part as Node).end);
  if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') {
    const left = text(node.left);
    const right = text(node.right);
    for (const operator of OPERATORS[node.operator as string] ?? [])
      add(node, `((${left}) ${operator} (${right}))`, `${node.operator} → ${operator}`);
  }
  if (node.type === 'AssignmentExpression' && (node.operator === '+=' || node.operator === '-=')) {
    const operator = node.operator === '+=' ? '-=' : '+=';
    add(node, `${text(node.left)} ${operator} ${text(node.right)}`, `${node.operator} → ${operator}`);
  }
  if (node.type === 'UpdateExpression') {
    const operator = node.operator === '++' ? '--' : '++';
    add(node, text(node).replace(node.operator as string, operator), `${node.operator} → ${operator}`);
  }
  if (node.type === 'UnaryExpression' && node.operator === '!')
    add(node, `(${text(node.argument)})`, '! removed');
  if (node.type === 'Literal' && (node.value === 0 || node.value === 1))
    add(node, node.value === 0 ? '1' : '0', `${node.value} → ${1 - (node.value as number)}`);
  if (node.type === 'Literal' && typeof node.value === 'boolean')
    add(node, String(!node.value), `${node.value} flipped`);
  if (node.type === 'ConditionalExpression') {
    add(node, `(${text(node.consequent)})`, 'always the first choice');
    add(node, `(${text(node.alternate)})`, 'always the second choice');
  }
}

function mutateStatement(node: Node, parents: readonly Node[], source: string, add: Add): void {
  if (node.type === 'IfStatement') {
    add(node.test as Node, 'false', 'condition never true');
    add(node.test as Node, 'true', 'condition always true');
    add(
      node.test as Node,
      `!(${source.slice((node.test as Node).start, (node.test as Node).end)})`,
      'condition negated',
    );
  }
  const parent = parents.at(-1)?.type;
  const isInBlock = parent === 'BlockStatement' || parent === 'Program';
  if (node.type === 'ExpressionStatement' && isInBlock) add(node, ';', `removed: ${short(source, node)}`);
  if (node.type === 'ContinueStatement' && isInBlock) add(node, ';', 'continue removed');
  if (node.type === 'ReturnStatement' && !node.argument && isInBlock) add(node, ';', 'return removed');
}

function short(source: string, { start, end }: Node): string {
  return source.slice(start, Math.min(end, start + 40)).replace(/\s+/g, ' ');
}
