// Reads YAML into a tree in which every value has its line number. Variables are filled in after parsing, so that the
// value of a variable is never parsed as YAML. Errors never quote the file: a syntax error may be next to a secret.
import {
  type ErrorCode,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import { type ConfigProblem, joinPath } from './problem.ts';
import type { Variables } from './variables.ts';

export interface Located {
  /** null when the value comes from a default or the environment. */
  line: number | null;
  content: string | number | boolean | null | Located[] | Map<string, Located>;
  /** Line of the key in front of the value, for errors about the setting as a whole. */
  keyLine: number | null;
  /** Where in their lines value and key begin; absent without a line. */
  column?: number | null;
  keyColumn?: number | null;
  /** A problem with this value is reported already, so the check of its type is left out. */
  isReported?: boolean;
  /**
   * The environment variable that the value came from; its text must not be shown. null when the file has the value
   * itself.
   */
  variable: string | null;
}

/** Real files nest five levels deep. Limited because the reader is recursive. */
const DEPTH_MAX = 20;

/** Fixed texts, because the parser's messages may quote the file. */
const SYNTAX: Partial<Record<ErrorCode, string>> = {
  BAD_DQ_ESCAPE: 'bad escape after a backslash; use single quotes for plain backslashes',
  BAD_INDENT: 'the indentation does not fit, or a closing bracket is missing',
  BAD_SCALAR_START: 'this character needs quotes around the value',
  BLOCK_AS_IMPLICIT_KEY: 'two settings on one line',
  MISSING_CHAR: 'a quote, bracket or comma is missing here or above',
  MULTIPLE_DOCS: 'only one document is read; remove what follows "---"',
  MULTILINE_IMPLICIT_KEY: 'a ":" is missing after the name of a setting',
  RESOURCE_EXHAUSTION: 'nested too deeply',
  TAB_AS_INDENT: 'tabs cannot indent; use spaces',
  TAG_RESOLVE_FAILED: 'tags such as !name are not supported',
  UNEXPECTED_TOKEN: 'text in an unexpected place; a quote may be missing',
};

/** An empty file is an empty mapping: every setting has its default. */
export function readYamlDocument(
  text: string,
  variables: Variables,
): { tree: Located; problems: ConfigProblem[]; isReadable: boolean } {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    // Fixed, so that a "%YAML 1.1" directive cannot bring back merge keys or "no" as false.
    schema: 'core',
    merge: false,
    resolveKnownTags: false,
    // Duplicate keys are reported by readMap, which has the path of the key.
    uniqueKeys: false,
  });
  const fault = [...document.errors, ...document.warnings].sort((a, b) => a.pos[0] - b.pos[0])[0];
  // Later faults often follow from the first, and nothing else can be checked before it is mended.
  if (fault !== undefined) {
    const { line, col: column } = lines.linePos(fault.pos[0]);
    const problem = { line, column, path: 'not valid YAML', text: syntaxText(fault.code) };
    return { tree: emptyTree(), problems: [problem], isReadable: false };
  }
  if (document.contents === null) return { tree: emptyTree(), problems: [], isReadable: true };
  const reader = new TreeReader(lines, variables);
  const tree = reader.read(document.contents, { path: '', key: NOWHERE, depth: 0 });
  const whole =
    tree.content === null ? { ...emptyTree(), ...(tree.isReported && { isReported: true }) } : tree;
  return { tree: whole, problems: reader.problems, isReadable: true };
}

export function emptyTree(): Located {
  return { line: null, keyLine: null, variable: null, content: new Map() };
}

/** The values along a path, outermost first, as far as the path exists. */
function follow(tree: Located, path: readonly (string | number)[]): Located[] {
  const along = [tree];
  for (const step of path) {
    const { content } = along.at(-1)!;
    const next = content instanceof Map ? content.get(String(step)) : (content as Located[])[step as number];
    if (next === undefined) break;
    along.push(next);
  }
  return along;
}

/** A line and a column of the file; null for what is not in it. */
interface FilePlace {
  line: number | null;
  column: number | null;
}
const NOWHERE: FilePlace = { line: null, column: null };

/** Where the key of a value is, or the value itself when it has no key. */
export function keyPlace({ line, column = null, keyLine, keyColumn = null }: Located): FilePlace {
  return keyLine === null ? { line, column } : { line: keyLine, column: keyColumn };
}

/** Where a value is, or its key when the value is not in the file. */
export function valuePlace(at: Located): FilePlace {
  return at.line === null ? keyPlace(at) : { line: at.line, column: at.column ?? null };
}

/** The place of the value at a path, or of its nearest existing parent. */
export function placeAt(tree: Located, path: readonly (string | number)[]): FilePlace {
  const found = follow(tree, path).at(-1)!;
  return typeof found.content === 'object' ? keyPlace(found) : valuePlace(found);
}

/** True when the file has a value at this path. Only for a tree that was checked. */
export function hasValueAt(tree: Located, path: readonly (string | number)[]): boolean {
  return follow(tree, path).length === path.length + 1;
}

/** True when the value at this path came from the environment, so that it must not be shown. */
export function isFromVariable(tree: Located, path: readonly (string | number)[]): boolean {
  return follow(tree, path).at(-1)!.variable !== null;
}

function syntaxText(code: ErrorCode): string {
  return SYNTAX[code] ?? 'the YAML is malformed';
}

interface Place {
  path: string;
  /** Where the key is. */
  key: FilePlace;
  depth: number;
}

class TreeReader {
  readonly problems: ConfigProblem[] = [];
  private readonly lines: LineCounter;
  private readonly variables: Variables;
  /**
   * Anchors that were read completely. An alias shares the tree of its anchor, so it can neither multiply the tree
   * nor make a cycle.
   */
  private readonly anchors = new Map<string, Located>();

  constructor(lines: LineCounter, variables: Variables) {
    this.lines = lines;
    this.variables = variables;
  }

  read(node: Node | null, place: Place): Located {
    if (isAlias(node)) return this.readAlias(node.source, this.placeOf(node), place);
    const { key } = place;
    // A missing value is reported at the place of its key.
    const at = node === null ? key : this.placeOf(node);
    const located: Located = {
      ...{ ...at, keyLine: key.line, keyColumn: key.column },
      ...{ variable: null, content: null },
    };
    if (place.depth > DEPTH_MAX) this.report(at, place.path, 'nested too deeply', located);
    else this.fill(located, node, place);
    if (node !== null && 'anchor' in node && node.anchor !== undefined)
      this.anchors.set(node.anchor, located);
    return located;
  }

  private fill(located: Located, node: Node | null, place: Place): void {
    const depth = place.depth + 1;
    if (isMap(node)) located.content = this.readMap(node, { ...place, depth });
    else if (isSeq(node)) {
      located.content = node.items.map((item, i) =>
        this.read(item as Node | null, { path: `${place.path}[${i}]`, key: NOWHERE, depth }),
      );
    } else if (isScalar(node)) this.fillScalar(located, node, place);
  }

  private readAlias(name: string, at: FilePlace, { path, key }: Place): Located {
    const target = this.anchors.get(name);
    const keyAt = { keyLine: key.line, keyColumn: key.column };
    if (target !== undefined) return { ...target, ...keyAt };
    const located = { ...emptyTree(), ...at, ...keyAt };
    this.report(at, path, 'this alias names no finished anchor above it', located);
    return located;
  }

  private readMap(map: YAMLMap, place: Place): Map<string, Located> {
    const entries = new Map<string, Located>();
    for (const pair of map.items as Pair<Node | null, Node | null>[]) {
      const at = pair.key === null ? place.key : this.placeOf(pair.key);
      const key = isScalar(pair.key) ? keyText(pair.key) : null;
      if (key === null) {
        this.report(at, place.path, 'the name of a setting must be plain text');
        continue;
      }
      const path = joinPath(place.path, key);
      const first = entries.get(key);
      if (first !== undefined) this.report(at, path, `set twice, first on line ${first.keyLine}`);
      else entries.set(key, this.read(pair.value, { path, key: at, depth: place.depth }));
    }
    return entries;
  }

  private fillScalar(located: Located, scalar: Scalar, place: Place): void {
    const { value } = scalar;
    if (typeof value === 'string') {
      const text = substitute(value, this.variables);
      if ('problem' in text) this.report(valuePlace(located), place.path, text.problem, located);
      else located.content = text.value;
      located.variable = text.variable;
    } else {
      located.content = value as number | boolean | null;
      if (value === null && place.key.line !== null) Object.assign(located, place.key);
    }
  }

  private placeOf(node: Node): FilePlace {
    if (!node.range) return NOWHERE;
    const { line, col: column } = this.lines.linePos(node.range[0]);
    return { line, column };
  }

  private report(at: FilePlace, path: string, text: string, located?: Located): void {
    this.problems.push({ ...at, path, text });
    if (located !== undefined) located.isReported = true;
  }
}

/** `123:` is a valid platform name: use its text, not the number. */
function keyText(key: Scalar): string | null {
  if (typeof key.value === 'string') return key.value;
  return key.value === null ? null : (key.source ?? String(key.value));
}

type Substituted = { value: string; variable: string | null } | { problem: string; variable: string | null };

/** `${NAME}` is the variable, `$$` a dollar; any other dollar stands for itself. */
function substitute(text: string, variables: Variables): Substituted {
  let variable: string | null = null;
  let problem: string | null = null;
  const value = text.replace(/\$\$|\$\{([^}]*)\}?/g, (whole, name: string | undefined) => {
    if (whole === '$$') return '$';
    if (!whole.endsWith('}') || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name ?? '')) {
      problem ??= `a variable is written \${NAME}; write $$ for a plain dollar`;
      return '';
    }
    variable ??= name!;
    const found = variables(name!);
    if ('value' in found) return found.value;
    problem ??= found.problem;
    return '';
  });
  return problem === null ? { value, variable } : { problem, variable };
}
