// Rules for what pages begin and read, over both apps. This test reads the sources and names every place that breaks one.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

interface Node {
  type: string;
  start: number;
  [name: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** A node, and the functions that it is in, the nearest last. */
type Placed = [node: Node, within: readonly Node[]];

function* walk(node: Node, within: readonly Node[] = []): Generator<Placed> {
  yield [node, within];
  const inside = isFunction(node) ? [...within, node] : within;
  for (const child of childrenOf(node)) yield* walk(child, inside);
}

const all = (node: Node) => [...walk(node)];

/** Read and parsed once, when first asked for: parsing takes longer than the tests. */
const texts = new Map<string, string>();
const parsed = new Map<string, Placed[]>();

function textOf(name: string): string {
  const text = texts.get(name) ?? readFileSync(path.join(import.meta.dirname, name), 'utf8');
  texts.set(name, text);
  return text;
}

function nodesIn(name: string): Placed[] {
  const nodes = parsed.get(name) ?? all(parseSync(name, textOf(name)).program as unknown as Node);
  parsed.set(name, nodes);
  return nodes;
}

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/.test(name) && !/\.test\.ts$|^api\/testing-/.test(name),
);

/** The sources that have one of the words. */
function sourcesWith(words: readonly string[]): { name: string; nodes: Placed[] }[] {
  const pattern = new RegExp(`\\b(?:${words.join('|')})\\b`);
  return sources.filter((name) => pattern.test(textOf(name))).map((name) => ({ name, nodes: nodesIn(name) }));
}

const isFunction = ({ type }: Node) => /Function/.test(type);
const nodeOf = (value: unknown) => value as Node;
const nodesOf = (value: unknown) => (value as Node[]) ?? [];

/** The name of what is called: `f` of `f()`, `a.f()` and `new f()`. */
function calledIn(node: Node): string | null {
  if (!/^(?:Call|New)Expression$/.test(node.type)) return null;
  const callee = nodeOf(node.callee);
  return String((callee.type === 'MemberExpression' ? nodeOf(callee.property) : callee).name);
}

const callsIn = (node: Node) => all(node).flatMap(([one]) => calledIn(one) ?? []);

/** What begins something, and what ends it. */
const ENDS = new Map(
  Object.entries({
    setTimeout: 'clearTimeout',
    setInterval: 'clearInterval',
    addEventListener: 'removeEventListener',
    ResizeObserver: 'disconnect',
    IntersectionObserver: 'disconnect',
    MutationObserver: 'disconnect',
    Worker: 'terminate',
    createObjectURL: 'revokeObjectURL',
    showModal: 'close',
  }),
);

/** What is not ended by a function that is handed back, and why. */
const UNENDED: Record<string, string> = {
  'api/session.ts: setTimeout': 'it ends the wait for other tabs; a second end changes nothing',
  'parts/Copy.tsx: setTimeout': 'it only changes what the button says',
  'portal/puzzle-worker.ts: addEventListener': 'the worker is ended as a whole',
  'api/request.ts: createObjectURL': 'the same function revokes it',
};

/** Functions that are handed on for later: returned, or given to `finally`. */
function handedOn(outer: Node): Node[] {
  return all(outer).flatMap(([node, within]) => {
    if (node.type === 'ReturnStatement' && within.length === 1) return nodeOf(node.argument) ?? [];
    return calledIn(node) === 'finally' ? nodesOf(node.arguments) : [];
  });
}

test('what a page begins ends when it is left: each timer, listener, observer, worker and open dialog', () => {
  const isEnded = (begun: string, outer: Node | undefined) =>
    outer !== undefined && handedOn(outer).some((one) => callsIn(one).includes(ENDS.get(begun)!));
  const found = sourcesWith([...ENDS.keys()]).flatMap(({ name, nodes }) =>
    nodes.flatMap(([node, within]) => {
      const begun = calledIn(node) ?? '';
      return !ENDS.has(begun) || isEnded(begun, within.at(-1)) ? [] : [`${name}: ${begun}`];
    }),
  );
  expect(found.toSorted()).toEqual(Object.keys(UNENDED).toSorted());
});

/** Names that a pattern binds. */
function boundBy(pattern: Node | null): string[] {
  if (pattern === null) return [];
  if (pattern.type === 'Identifier') return [String(pattern.name)];
  if (pattern.type === 'Property') return boundBy(nodeOf(pattern.value));
  if (pattern.type === 'AssignmentPattern') return boundBy(nodeOf(pattern.left));
  return [
    ...nodesOf(pattern.properties),
    ...nodesOf(pattern.elements),
    ...(pattern.type === 'RestElement' ? [nodeOf(pattern.argument)] : []),
  ].flatMap(boundBy);
}

/** Names that are read, without those of fields, types and labels. */
function namesIn(node: Node): string[] {
  if (node.type === 'Identifier') return [String(node.name)];
  if (/^TS(?!NonNull|As|Satisfies)/.test(node.type)) return [];
  const skipped =
    node.computed === true ? [] : [nodeOf(node.type === 'MemberExpression' ? node.property : node.key)];
  const bound = isFunction(node) ? nodesOf(node.params).flatMap(boundBy) : [];
  return childrenOf(node)
    .filter((child) => !skipped.includes(child) || (node.type === 'Property' && node.shorthand === true))
    .flatMap(namesIn)
    .filter((name) => !bound.includes(name));
}

/** Names that the functions around a node bind: their parameters without a value, their constants with theirs. */
function localsOf(nodes: readonly Placed[], within: readonly Node[]): Map<string, Node | null> {
  const locals = new Map<string, Node | null>();
  const bind = (pattern: unknown, value: Node | null) => {
    for (const name of boundBy(nodeOf(pattern))) locals.set(name, value);
  };
  for (const param of within.flatMap(({ params }) => nodesOf(params))) bind(param, null);
  for (const [node, inside] of nodes) {
    if (node.type === 'VariableDeclarator' && within.includes(inside.at(-1)!))
      bind(node.id, nodeOf(node.init));
  }
  return locals;
}

/** Called with a key and what reads. */
const LISTS = ['useList', 'useEvents'];

/** The key of a query and what reads it, in each form in which they are written. */
function queryOf(node: Node): { key: Node; read: Node } | null {
  if (LISTS.includes(calledIn(node) ?? '')) {
    const [key, read] = nodesOf(node.arguments);
    return { key: key!, read: read! };
  }
  const part = (name: string) =>
    nodesOf(node.type === 'ObjectExpression' ? node.properties : []).find(
      (one) => one.type === 'Property' && nodeOf(one.key).name === name,
    );
  const [key, read] = [part('queryKey'), part('queryFn')];
  return key === undefined || read === undefined
    ? null
    : { key: nodeOf(key.value), read: nodeOf(read.value) };
}

/** What a query reads by and its key does not have. */
function missingIn({ key, read }: { key: Node; read: Node }, locals: Map<string, Node | null>): string[] {
  const keyed = new Set<string>();
  const add = (name: string) => {
    if (keyed.has(name)) return;
    keyed.add(name);
    const value = locals.get(name);
    // A key may have a name of its own.
    if (value?.type === 'ArrayExpression') namesIn(value).forEach(add);
  };
  namesIn(key).forEach(add);
  const seen = new Set<string>();
  const missing = (name: string): string[] => {
    if (!locals.has(name) || keyed.has(name) || seen.has(name)) return [];
    seen.add(name);
    const value = locals.get(name)!;
    const isGiven = value === null || callsIn(value).some((called) => /^use[A-Z]/.test(called));
    return isGiven ? [name] : namesIn(value).flatMap(missing);
  };
  return namesIn(read).flatMap(missing);
}

/** What reads for a key that its caller gives. */
const OF_CALLERS: readonly string[] = [
  'api/use-list.ts: read',
  'console/accounts/AccountPayments.tsx: read',
  'notices/Webhooks.tsx: verbs',
  'notices/use-events.ts: read',
  'portal/gathering/FoundItems.tsx: read',
  'portal/playground/pictures.ts: read',
  'shell/Finder.tsx: lookUp',
];

test('the key of a query has everything by which it reads, so that no answer stands for another', () => {
  const found = sourcesWith(['queryKey', ...LISTS]).flatMap(({ name, nodes }) =>
    nodes.flatMap(([node, within]) => {
      const query = queryOf(node);
      if (query === null) return [];
      return missingIn(query, localsOf(nodes, within)).map((missing) => `${name}: ${missing}`);
    }),
  );
  expect(found.toSorted()).toEqual(OF_CALLERS);
});

/** What is read of a variable: the names of its fields, and `` where it is handed on as a whole. */
function readOf(variable: string, outer: Node): Set<string> {
  const isIt = (node: unknown) => isNode(node) && node.type === 'Identifier' && node.name === variable;
  const fields = all(outer).flatMap(([node]) =>
    node.type === 'MemberExpression' && isIt(node.object) ? [String(nodeOf(node.property).name)] : [],
  );
  const mentions = all(outer).filter(([node]) => isIt(node)).length;
  // One mention is its declaration.
  return new Set([...fields, ...(mentions - 1 > fields.length ? [''] : [])]);
}

test('a change that a page sends shows why it was refused', () => {
  const changes = ['useMutation', 'useChange'];
  const found = sourcesWith(changes).flatMap(({ name, nodes }) =>
    nodes.flatMap(([node, within]) => {
      if (node.type !== 'VariableDeclarator' || !isNode(node.init)) return [];
      if (!changes.includes(calledIn(node.init) ?? '')) return [];
      const variable = String(nodeOf(node.id).name);
      const read = readOf(variable, within.at(-1)!);
      return !read.has('mutate') || read.has('error') || read.has('') ? [] : [`${name}: ${variable}`];
    }),
  );
  expect(found).toEqual([]);
});

test('what a page puts into the document by hand is taken away by the same function', () => {
  const found = sourcesWith(['append', 'appendChild', 'prepend']).flatMap(({ name, nodes }) =>
    nodes.flatMap(([node, within]) => {
      if (!/^(?:append|appendChild|prepend)$/.test(calledIn(node) ?? '')) return [];
      return within.length > 0 && callsIn(within.at(-1)!).includes('remove') ? [] : [name];
    }),
  );
  expect(found).toEqual([]);
});

/** Where less than everything is read again, and why nothing else may have changed. */
const RELOADED_IN_PART: Record<string, string> = {
  'portal/paying/TopUp.tsx': 'a new order moves no money',
  'portal/playground/KeyChoice.tsx': 'the answer has the keys to choose from; everything else is read again',
  'portal/playground/use-run.ts': 'a call changes what may still be spent',
};

test('a page that reads less than everything again says why', () => {
  const found = sourcesWith(['reloadQueries']).flatMap(({ name, nodes }) =>
    nodes.flatMap(([node]) =>
      calledIn(node) === 'reloadQueries' && nodesOf(node.arguments).length > 1 ? [name] : [],
    ),
  );
  expect(found.toSorted()).toEqual(Object.keys(RELOADED_IN_PART));
});

/** `balance_after` and `balanceAfter` are `balance` and `after`. */
const wordsOf = (name: string) =>
  name
    .replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    .split('_')
    .filter((word) => word !== '');
const wordsIn = (node: Node) =>
  new Set(all(node).flatMap(([one]) => (one.type === 'Identifier' ? wordsOf(String(one.name)) : [])));

/** The parameters of each text with several, by its name; texts of several pages may have one name. */
function severalValued(): Map<string, string[][]> {
  const found = new Map<string, string[][]>();
  for (const { nodes } of sourcesWith(['texts'])) {
    for (const [node] of nodes) {
      if (node.type !== 'Property' || !isNode(node.value) || !isFunction(node.value)) continue;
      const params = nodesOf(node.value.params).flatMap(boundBy);
      const name = String(nodeOf(node.key).name);
      if (params.length > 1) found.set(name, [...(found.get(name) ?? []), params]);
    }
  }
  return found;
}

/** Whether two of the values are named as each other's parameters, and not as their own. */
function isSwapped(values: readonly Node[], params: readonly string[]): boolean {
  const named = values.map(wordsIn);
  const fits = (value: number, param: number) =>
    wordsOf(params[param]!).some((word) => named[value]!.has(word)) ? 1 : 0;
  return params.some((_, i) =>
    params.some((_, j) => j > i && fits(i, j) + fits(j, i) > fits(i, i) + fits(j, j)),
  );
}

test('a sentence gets its values in their order', () => {
  const several = severalValued();
  expect(several.size).toBeGreaterThan(20);
  let checked = 0;
  const found = sourcesWith([...several.keys()].map((name) => `\\w+\\.${name}`)).flatMap(({ name, nodes }) =>
    nodes.flatMap(([node]) => {
      const called = calledIn(node) ?? '';
      const values = nodesOf(node.arguments);
      const forms = (several.get(called) ?? []).filter(({ length }) => length === values.length);
      checked += Math.sign(forms.length);
      return forms.length > 0 && forms.every((params) => isSwapped(values, params))
        ? [`${name}: ${called}`]
        : [];
    }),
  );
  expect(checked).toBeGreaterThan(20);
  expect(found).toEqual([]);
});
