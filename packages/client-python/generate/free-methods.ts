// Writes the text of _free.py: the methods of `pricing`, `account` and `suggestions` that the client of TypeScript has too, with a parameter for each that the
// route takes, so that `help()` and editors show them.

import { type Document, typeName } from '../../client/generate/document.ts';
import { type FreeMethod, freeMethods } from '../../client/generate/free-methods.ts';
import type { Schema } from '../../client/generate/schema-types.ts';
import { isName, type PythonTypes } from './python-types.ts';

/** `usageBy` is `usage_by`. */
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const own = (name: string) => (isName(name) ? name : `${name}_`);

interface Parameter {
  name: string;
  type: string;
  isRequired: boolean;
  text: string | undefined;
}

function parametersIn(schema: Schema | null, types: PythonTypes, name: string): Parameter[] {
  return Object.entries(schema?.properties ?? {}).map(([field, inner]) => ({
    name: own(field),
    type: types.typeOf(inner, name + field.replace(/(?:^|_)./g, (at) => at.at(-1)!.toUpperCase())),
    isRequired: schema?.required?.includes(field) ?? false,
    text: inner.description,
  }));
}

const inTypes = (type: string) =>
  type.replace(/\b([A-Z]\w+)\b/g, (name) => (PLAIN.has(name) ? name : `t.${name}`));
const orNone = (type: string) => (type.endsWith('| None') ? type : `${type} | None`);
const PLAIN = new Set(['Any', 'Literal', 'None', 'True', 'False']);

const COLUMNS = 118;
const INDENT = '        ';

/** A text in lines that fit; `more` begins the second and later ones. */
function wrapped(text: string, more: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const at = lines.length - 1;
    const longer = lines[at] === '' ? word : `${lines[at]} ${word}`;
    if (INDENT.length + longer.length <= COLUMNS || lines[at] === '') lines[at] = longer;
    else lines.push(`${more}${word}`);
  }
  return lines.map((line) => `${INDENT}${line}\n`).join('');
}

/** The summary, then a paragraph for each parameter. */
function docOf(summary: string, lines: readonly string[]): string {
  const plain = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"""', "'''");
  if (lines.length === 0) return `${INDENT}"""${plain(summary)}."""\n`;
  const rest = lines.map((line) => wrapped(plain(line), '    ')).join('');
  return `${INDENT}"""${plain(summary)}.\n\n${rest}${INDENT}"""\n`;
}

function methodText(one: FreeMethod, types: PythonTypes): string {
  const { operation, params, query, body, method, path } = one;
  const name = typeName(operation);
  const inPath = Object.entries(params.properties ?? {}).map(([field, { type }]) => ({
    field,
    type: type === 'integer' ? 'int' : 'str',
  }));
  const given = parametersIn(body ?? query, types, `${name}${body === null ? 'Query' : 'Body'}`);
  const typed = given.map(({ name: at, type, isRequired }) =>
    isRequired ? `${at}: ${inTypes(type)}` : `${at}: ${orNone(inTypes(type))} = None`,
  );
  const all = [
    'self',
    ...inPath.map(({ field, type }) => `${field}: ${type}`),
    ...(inPath.length > 0 ? ['/'] : []),
    ...(typed.length > 0
      ? ['*', ...typed.toSorted((a, b) => Number(a.endsWith('= None')) - Number(b.endsWith('= None')))]
      : []),
    '**options: Unpack[CallOptions]',
  ];
  const lines = given.flatMap(({ name: at, text }) => (text === undefined ? [] : [`\`\`${at}\`\`: ${text}`]));
  const doc = docOf(operation.summary ?? '', lines);
  const at = inPath.length === 0 ? `"${path}"` : `f"${path.replace(/\{(\w+)\}/g, '{segment($1)}')}"`;
  const taken =
    inPath.length === 0
      ? 'taken(locals())'
      : `taken(locals(), ${inPath.map(({ field }) => `"${field}"`).join(', ')})`;
  const send =
    method === 'GET'
      ? `self._get(${at}, ${taken})`
      : `self._send(${at}, ${taken}, "${method}"${method === 'POST' ? ', once=True' : ''})`;
  const head = (given: string) => `    def ${snake(one.name)}(${given}) -> t.${name}Answer:`;
  const short = head(all.join(', '));
  const signature = short.length <= COLUMNS ? short : head(`\n        ${all.join(',\n        ')},\n    `);
  return `${signature}
${doc}        return ${send}
`;
}

export function freeText(document: Document, types: PythonTypes, head: string): string {
  const nouns = Map.groupBy(freeMethods(document), ({ noun }) => noun);
  const classes = [...nouns]
    .map(([noun, all]) => {
      const name = noun.replace(/^./, (letter) => letter.toUpperCase());
      return `class ${name}Routes(Noun):\n${all.map((one) => methodText(one, types)).join('\n')}`;
    })
    .join('\n\n');
  return `${head}"""Free methods of the account and of prices: one for each route that names its method."""

from __future__ import annotations

from typing import TYPE_CHECKING, ${/\bAny\b/.test(classes) ? 'Any, ' : ''}Literal, Unpack

from ._nouns import Noun
from ._options import CallOptions, segment, taken

if TYPE_CHECKING:
    from . import types as t


${classes}`;
}
