// Generates the types and the data methods of the Python client from openapi.json, and its asyncio form from the form for threads. With
// `--check` it only reports whether the files are current.
import { readFileSync } from 'node:fs';
import { dataMethods, type Method } from '../../client/generate/data-methods.ts';
import {
  bodyOf,
  type Document,
  type Operation,
  parametersOf,
  readDocument,
  typeName,
  writeOrCheck,
} from '../../client/generate/document.ts';
import type { Schema } from '../../client/generate/schema-types.ts';
import { answerSchema, clientOperations, dataRoutes } from '../../client/generate/write-types.ts';
import { asyncText } from './async-form.ts';
import { freeText } from './free-methods.ts';
import { docText, PythonTypes } from './python-types.ts';

const FOLDER = 'packages/client-python/src/reelgate';
const MADE = '# Made by `npm run openapi` from openapi.json; do not edit.\n';

/** Set by options: `max_price` and the budgets give the ceiling, and `dry_run` has a method of its own. */
const CEILING = ['max_price', 'dry_run'];

const without = (schema: Schema, names: readonly string[]): Schema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(schema.properties ?? {}).filter(([name]) => !names.includes(name)),
  ),
});

const withFields = (schema: Schema, properties: Record<string, Schema>, required: string[] = []): Schema => ({
  ...schema,
  properties: { ...properties, ...without(schema, Object.keys(properties)).properties },
  required: [...(schema.required ?? []).filter((name) => properties[name] === undefined), ...required],
});

const VARIANT: Schema = {
  enum: ['stable', 'economy'],
  description:
    '`stable` (default) retries and fails over between providers. `economy` asks one provider once, for a lower price.',
};
const FIELDS: Schema = {
  anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
  description: 'Records with these fields alone.',
};

/** The inputs of a data method: the unified one, then one for each other kind of answer. */
interface Inputs {
  method: Method;
  summary: string | undefined;
  /** Names of input classes with the types of their answers. */
  overloads: [string, string][];
}

/** The parameters on which the kind of the answer depends are left out of the common class. */
const KINDS = ['group', 'ids', 'format'];

function addInputs(types: PythonTypes, method: Method, operation: Operation): Inputs {
  const name = typeName(operation);
  const query = without(parametersOf(operation, 'query'), CEILING);
  const first = { platform: { type: 'string' }, variant: VARIANT, fields: FIELDS };
  const all = withFields(query, first, query.properties?.url === undefined ? ['platform'] : []);
  const bases = [method.isList ? 'WalkOptions' : 'CallOptions'];
  types.add(`${name}Parameters`, without(all, KINDS), {
    bases,
    isCall: true,
    description: operation.summary,
  });
  const overloads: [string, string][] = [];
  const add = (suffix: string, answer: string, properties: Record<string, Schema>, required: string[]) => {
    const schema = { type: 'object', properties, required };
    types.add(`${name}${suffix}`, schema, { bases: [`${name}Parameters`], isCall: true, description: '' });
    overloads.push([`${name}${suffix}`, answer]);
  };
  const { format, ids } = all.properties as { format?: Schema; ids?: Schema };
  const u1 = { group: { const: 'u1' } };
  const others = method.hasFormats ? format?.enum?.filter((one) => one !== 'json') : undefined;
  const json =
    others === undefined ? (format === undefined ? {} : { format }) : { format: { const: 'json' } };
  const [unified = '', ...rest] = method.answers;
  add('Native', rest.at(-1)!, { group: { const: 'u2' }, ...(ids && { ids }), ...json }, ['group']);
  if (rest.length > 1) add('OfSeveral', rest[0]!, { ids: FIELDS, ...u1, ...json }, ['ids']);
  if (others !== undefined)
    add('Formatted', 'FormattedAnswer', { format: { enum: others }, ...u1 }, ['format']);
  add('Input', unified, { ...u1, ...json }, []);
  return { method, summary: operation.summary, overloads };
}

const isObject = (schema: Schema) => schema.properties !== undefined || schema.type === 'object';

function addOperation(types: PythonTypes, operation: Operation): void {
  const name = typeName(operation);
  const query = parametersOf(operation, 'query');
  if (Object.keys(query.properties ?? {}).length > 0)
    types.add(`${name}Query`, query, {
      bases: ['CallOptions'],
      isCall: true,
      description: operation.summary,
    });
  const body = bodyOf(operation);
  if (body !== null)
    types.add(`${name}Body`, body, { bases: ['CallOptions'], isCall: true, description: operation.summary });
  const answer = answerSchema(operation);
  if (answer.$ref !== undefined || isObject(answer) || answer.anyOf !== undefined)
    types.add(`${name}Answer`, answer);
}

/** The types that a method or an error names, and those that these name. */
function reachable(texts: readonly string[], users: readonly string[]): string[] {
  const byName = new Map(texts.map((text) => [/^(?:class )?(\w+)/.exec(text)![1]!, text]));
  const reached = new Set<string>();
  const visit = (text: string): void => {
    for (const [name] of text.replace(/"""[\s\S]*?"""/g, '').matchAll(/\b[A-Z]\w+/g)) {
      const found = byName.get(name);
      if (found === undefined || reached.has(found)) continue;
      reached.add(found);
      visit(found);
    }
  };
  users.forEach(visit);
  return texts.filter((text) => reached.has(text));
}

/** The types of all answers and inputs, and the data methods with their inputs. */
function typesOf(document: Document): { texts: string[]; inputs: Inputs[]; free: string } {
  const types = new PythonTypes();
  const { operations, names } = clientOperations(document);
  const { schemas } = document.components;
  for (const name of names) types.add(name, schemas[name]!);
  types.texts.push(
    'class FormattedAnswer(TypedDict):\n    """An answer in a format of its own, such as WebVTT."""\n\n    content: str\n    receipt: Receipt\n',
  );
  const methods = dataMethods(document);
  const routes = dataRoutes(document);
  const inputs = routes.map(({ operation }, i) => addInputs(types, methods[i]!, operation));
  const data = new Set(routes.map(({ operation }) => operation));
  for (const operation of operations) if (!data.has(operation)) addOperation(types, operation);
  const free = freeText(document, types, MADE);
  return { texts: types.texts, inputs, free };
}

function typesText(texts: readonly string[]): string {
  const aliases = texts.some((text) => text.includes(': TypeAlias')) ? 'TypeAlias, ' : '';
  const head = `${MADE}"""Types of what the gateway takes and answers. Nothing of this file runs but the classes themselves."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, Required, ${aliases}TypedDict

from ._options import CallOptions, WalkOptions

`;
  return `${head}\n${texts.join('\n\n')}`;
}

const ANY_INPUT = '**given: Any';

function listText({ method, summary, overloads }: Inputs): string {
  const typed = overloads.map(([input, page]) => {
    const item = page.startsWith('Native') ? 'Never' : `t.${method.item}`;
    return `    @overload\n    def ${method.verb}(self, **given: Unpack[t.${input}]) -> Walk[t.${page}, ${item}]: ...\n`;
  });
  return `${typed.join('')}    def ${method.verb}(self, ${ANY_INPUT}) -> Any:
${docText(summary, '        ')}        return self._walk("${method.name}", given)
`;
}

/** A class of its own, so that the answer with its charge has a name beside the method: `get.with_response(…)`. */
function recordClass({ method, summary, overloads }: Inputs, name: string): string {
  const both = (of: string, wrap: (answer: string) => string, run: string, doc: string) =>
    overloads
      .map(
        ([input, answer]) =>
          `    @overload\n    def ${of}(self, **given: Unpack[t.${input}]) -> ${wrap(`t.${answer}`)}: ...\n`,
      )
      .join('') +
    `    def ${of}(self, ${ANY_INPUT}) -> Any:\n${doc}        answer = self._answer("${method.action}", given)\n        return ${run}\n`;
  const call = both('__call__', (answer) => answer, 'answer.data', docText(summary, '        '));
  const answer = both(
    'with_response',
    (of) => `Answer[${of}]`,
    'answer',
    docText('The same with request id, charge and headers.', '        '),
  );
  return `class ${name}(Lookup):\n${docText(summary, '    ')}\n${call}\n${answer}`;
}

function nounText(noun: string, own: readonly Inputs[]): string {
  const name = noun.replace(/^./, (letter) => letter.toUpperCase());
  const lists = own.filter(({ method }) => method.isList);
  const records = own.filter(({ method }) => !method.isList);
  const className = ({ method }: Inputs) =>
    `${name}${method.verb.replace(/^./, (letter) => letter.toUpperCase())}`;
  const actions = lists.map(({ method }) => `        "${method.name}": "${method.action}",\n`).join('');
  const made = records.map((one) => `        self.${one.method.verb} = ${className(one)}(runner)\n`).join('');
  const pages = lists.map(({ overloads }) => `t.${overloads.at(-1)![1]}`).join(' | ');
  const items = [...new Set(lists.map(({ method }) => `t.${method.item}`))].join(' | ');
  const resume =
    lists.length === 0
      ? ''
      : `
    def resume(self, checkpoint: str, **options: Unpack[WalkOptions]) -> Walk[${pages}, ${items}]:
        """Continues a walk from its checkpoint. Raises INVALID_OPTION for any other text."""
        return self._resume(checkpoint, dict(options))
`;
  return [
    ...records.map((one) => `${recordClass(one, className(one))}\n\n`),
    `class ${name}(Noun):\n    _actions: ClassVar[dict[str, str | None]] = {\n${actions}    }\n\n    def __init__(self, runner: Runner) -> None:\n        super().__init__(runner)\n${made}`,
    ...lists.map((one) => `\n${listText(one)}`),
    resume,
  ].join('');
}

function methodsText(inputs: readonly Inputs[]): string {
  const nouns = [...new Set(inputs.map(({ method }) => method.noun))];
  const texts = nouns.map((noun) =>
    nounText(
      noun,
      inputs.filter(({ method }) => method.noun === noun),
    ),
  );
  const actions = inputs.map(({ method }) => `    "${method.action}",\n`).join('');
  return `${MADE}"""The data methods: one for each operation of the gateway."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal, Never, Unpack, overload

from ._nouns import Lookup, Noun, Walk
from ._options import WalkOptions
from ._run import Runner
from ._send import Answer

if TYPE_CHECKING:
    from . import types as t

DryRunAction = Literal[
${actions}]


${texts.join('\n\n')}`;
}

const read = (name: string) => readFileSync(new URL(`../src/reelgate/${name}`, import.meta.url), 'utf8');

if (import.meta.main) {
  const document = readDocument();
  const { texts, inputs, free } = typesOf(document);
  const methods = methodsText(inputs);
  const used = reachable(texts, [methods, free, read('client.py'), read('_errors.py')]);
  const files = {
    [`${FOLDER}/types.py`]: typesText(used),
    [`${FOLDER}/_data.py`]: methods,
    [`${FOLDER}/_free.py`]: free,
    [`${FOLDER}/aio.py`]: asyncText({
      '_nouns.py': read('_nouns.py'),
      '_data.py': methods,
      '_free.py': free,
      'client.py': read('client.py'),
    }),
  };
  process.exitCode = writeOrCheck(files, process.argv.slice(2));
}
