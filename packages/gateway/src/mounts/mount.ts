// One mount: the chosen operations of a document at their paths, with their prices and the check of their input. A
// check is compiled when its operation is first called, so that a thousand operations cost nothing until then.

import type { TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import type { Group } from '../domain/access/key.ts';
import type { Micros } from '../domain/money.ts';
import type { DataRoute } from '../operations/data-route.ts';
import { type ChosenOperation, chooseOperations, type OperationChoice } from './choose-operations.ts';
import type { Credential } from './credential.ts';
import { type DocumentProblem, isProblem, type Json } from './document.ts';
import type { PatternWork } from './linear-pattern.ts';
import type { MountedOperation, Skipped } from './operation.ts';
import { templatePath } from './path-template.ts';
import { type ReadDocument, readDocument } from './read-document.ts';

export interface MountSettings extends OperationChoice {
  group: Group;
  /** The path segment. */
  name: string;
  provider: string;
  unitPriceMicros: Micros;
  /** null uses what the document says. */
  credential: Credential | null;
  /** The test that a 2xx answer must pass to be a success; null accepts every 2xx. */
  success: SuccessTest | null;
}

/** Some upstreams answer 200 and report the failure in the body. */
export interface SuccessTest {
  /** Field names, separated by dots. */
  field: string;
  values: readonly string[];
}

export interface MountedRoute extends DataRoute {
  mount: Mount;
  of: MountedOperation;
  /** The price of this operation; null for that of the mount. */
  ownPriceMicros: Micros | null;
}

type Check = ReturnType<typeof Compile>;

/** How the input of one operation is checked: `{ path, query, body }` against one schema. */
interface CompiledInput {
  check: Check;
  defs: Json;
  /**
   * Call `begin` before a check; afterwards `isSpent` tells whether the patterns used more work than one call may.
   */
  patternWork: PatternWork;
}

export class Mount {
  readonly settings: MountSettings;
  readonly title: string;
  readonly server: string | null;
  readonly routes: readonly MountedRoute[];
  readonly skipped: readonly Skipped[];
  readonly #document: ReadDocument;
  readonly #compiled = new Map<MountedOperation, CompiledInput>();
  readonly #digest: string;

  constructor(
    settings: MountSettings,
    document: ReadDocument,
    { chosen, digest }: { chosen: readonly ChosenOperation[]; digest: string },
  ) {
    this.settings = settings;
    this.title = document.title;
    this.server = document.server;
    this.skipped = document.skipped;
    this.#document = document;
    this.#digest = digest;
    const ids = uniqueIds(document.operations);
    this.routes = chosen.map(({ operation, ownPriceMicros }) =>
      this.#route(operation, ids.get(operation)!, ownPriceMicros),
    );
  }

  get compiledCount(): number {
    return this.#compiled.size;
  }

  input(operation: MountedOperation): CompiledInput {
    const known = this.#compiled.get(operation);
    if (known !== undefined) return known;
    const defs = this.defs(operation);
    const check = Compile({ ...inputSchema(operation), $defs: defs } as TSchema);
    const compiled = { check, defs, patternWork: this.#document.schemas.patterns.work };
    this.#compiled.set(operation, compiled);
    return compiled;
  }

  /** The schemas that an operation's input refers to, by name. */
  defs(operation: MountedOperation): Json {
    const reachable = this.#document.schemas.reachable(schemasOf(operation));
    return Object.fromEntries([...reachable].map(([name, { schema }]) => [name, schema]));
  }

  /** For comparing configurations: a mount is its settings and its document. */
  toJSON(): object {
    return { ...this.settings, document: this.#digest };
  }

  #route(operation: MountedOperation, id: string, ownPriceMicros: Micros | null): MountedRoute {
    const { group, name } = this.settings;
    return {
      path: `${mountPath(this.settings)}${templatePath(operation.template)}`,
      method: operation.method,
      group,
      version: 'v1',
      platform: name,
      operation: `mount.${name}.${id}`,
      variant: 'economy',
      unit: 'call',
      itemsDefault: 1,
      summary: operation.summary,
      mount: this,
      of: operation,
      ownPriceMicros,
    };
  }
}

export function mountPath({ group, name }: Pick<MountSettings, 'group' | 'name'>): string {
  return `/api/${group}/v1/${name}`;
}

/** `digest` stands for the text in comparisons. */
export function createMount(settings: MountSettings, text: string, digest: string): Mount | DocumentProblem {
  const document = readDocument(text, { credential: settings.credential });
  if (isProblem(document)) return document;
  if (document.operations.length === 0) return { problem: nothingMounted(document.skipped) };
  const chosen = chooseOperations(settings, document);
  if (isProblem(chosen)) return chosen;
  if (chosen.length === 0) return { problem: NOTHING_CHOSEN };
  const mount = new Mount(settings, document, { chosen, digest });
  const clash = clashingPrice(mount.routes);
  return clash === null
    ? mount
    : { problem: `${clash} has one price for all of its methods, but two are given` };
}

const NOTHING_CHOSEN =
  'no operation is served, because the mount names neither operations nor gets; ' +
  '`reelgate mount check FILE --settings` prints the list to choose from';

function nothingMounted(skipped: readonly Skipped[]): string {
  const first = skipped[0];
  const why = first === undefined ? '' : `; ${first.method} ${first.path}: ${first.reason}`;
  return `the document has no operation that can be mounted${why}`;
}

/** Makes ids unique where the document does not: ledgers and links need unique ones. */
function uniqueIds(operations: readonly MountedOperation[]): Map<MountedOperation, string> {
  const uses = new Map<string, number>();
  return new Map(
    operations.map((operation) => {
      const count = (uses.get(operation.id) ?? 0) + 1;
      uses.set(operation.id, count);
      return [operation, count === 1 ? operation.id : `${operation.id}_${count}`];
    }),
  );
}

/** The catalog has prices for paths, not for methods. */
function clashingPrice(routes: readonly MountedRoute[]): string | null {
  const prices = new Map<string, Micros>();
  for (const { path, ownPriceMicros } of routes) {
    if (ownPriceMicros === null) continue;
    if ((prices.get(path) ?? ownPriceMicros) !== ownPriceMicros) return path;
    prices.set(path, ownPriceMicros);
  }
  return null;
}

function schemasOf({ parameters, body }: MountedOperation) {
  return [...parameters.map(({ schema }) => schema), ...(body === null ? [] : [body.schema])];
}

function inputSchema({ parameters, body }: MountedOperation): Json {
  const fields = (place: 'path' | 'query') => {
    const own = parameters.filter((parameter) => parameter.place === place);
    return {
      type: 'object',
      properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema.schema])),
      required: own.filter(({ required }) => required).map(({ name }) => name),
    };
  };
  return {
    type: 'object',
    properties: {
      path: fields('path'),
      query: fields('query'),
      ...(body !== null && { body: body.schema.schema }),
    },
    required: body?.required === true ? ['body'] : [],
  };
}
