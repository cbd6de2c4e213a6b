// Writes the text of data-methods.ts: one method for each operation in openapi.json, with its route and its types.

import type { Document } from './document.ts';
import { refName, type Schema } from './schema-types.ts';
import { answerSchema, type DataRoute, dataRoutes } from './write-types.ts';

export interface Method {
  noun: string;
  verb: string;
  /** The name of the list in checkpoints. */
  name: string;
  /** The last segment of the path, without `_v2`. */
  action: string;
  isList: boolean;
  /** Answers may also come in formats other than JSON. */
  hasFormats: boolean;
  query: string;
  /** Type names of the answers: the unified one, then the one for several ids if the route takes several, then the native one. */
  answers: string[];
  item: string | null;
}

const quoted = (text: string) => `'${text}'`;

/** Answers that every data route has: to `dryRun`, and to calls with `fields`, whose type follows from that of the whole record. */
const SHARED: readonly string[] = ['DryRun', 'ChosenFields'];

function itemOf({ components }: Document, page: string): string | null {
  const items = components.schemas[page]?.properties?.items as Schema | undefined;
  return items?.items?.$ref === undefined ? null : refName(items.items.$ref);
}

function methodOf(document: Document, { path, operation, data }: DataRoute): Method {
  const [noun = '', verb = ''] = data.method.split('.');
  const answers = (answerSchema(operation).anyOf ?? [])
    .map(({ $ref = '' }) => refName($ref))
    .filter((name) => !SHARED.includes(name));
  return {
    noun,
    verb,
    name: data.method,
    action: path.slice(path.lastIndexOf('/') + 1).replace(/_v2$/, ''),
    isList: data.shape === 'page',
    hasFormats: Object.keys(operation.responses['200']?.content ?? {}).length > 1,
    query: `${operation.operationId.replace(/^./, (letter) => letter.toUpperCase())}Query`,
    answers,
    item: itemOf(document, answers[0]!),
  };
}

/** The type of the method, such as `List<Query, Page, NativePage, Item>`. */
function typeOf({ isList, hasFormats, query, answers, item }: Method): string {
  const [unified, ...rest] = answers;
  if (isList) return `List<${[query, ...answers, item].join(', ')}>`;
  const native = rest.at(-1)!;
  const [several] = rest.length > 1 ? rest : [];
  if (hasFormats) return `LookupInFormats<${query}, ${unified}, ${native}>`;
  return several === undefined
    ? `Lookup<${query}, ${unified}, ${native}>`
    : `LookupOfSeveral<${query}, ${several}, ${unified}, ${native}>`;
}

function resumeText(lists: readonly Method[]): string {
  if (lists.length === 0) return '';
  const pages = lists.map(({ answers }) => answers[0]).join(' | ');
  const items = [...new Set(lists.map(({ item }) => item))].join(' | ');
  return `  /** Continues a walk from its checkpoint. Throws INVALID_OPTION for any other text. */\n  resume: Resume<${pages}, ${items}>;\n`;
}

const typesName = (noun: string) => `${noun.replace(/^./, (letter) => letter.toUpperCase())}Methods`;

function nounTypes(noun: string, own: readonly Method[]): string {
  const fields = own.map((one) => `  ${one.verb}: ${typeOf(one)};\n`).join('');
  return `\ninterface ${typesName(noun)} {\n${fields}${resumeText(own.filter(({ isList }) => isList))}}\n`;
}

function actionsText(methods: readonly Method[]): string {
  return methods.length === 0
    ? '{}'
    : `{ ${methods.map(({ verb, action }) => `${verb}: ${quoted(action)}`).join(', ')} }`;
}

/** One line for each noun, because this code is in the bundle of every caller. */
function nounText(noun: string, own: readonly Method[]): string {
  const lists = own.filter(({ isList }) => isList);
  const records = own.filter(({ isList }) => !isList);
  const actions = [quoted(noun), actionsText(lists), ...(records.length === 0 ? [] : [actionsText(records)])];
  return `  readonly ${noun} = this.methods<${typesName(noun)}>(${actions.join(', ')});\n`;
}

const importText = (names: Iterable<string>, file: string) =>
  `import type {\n${[...new Set(names)].map((name) => `  ${name},\n`).join('')}} from '${file}';\n`;

/** One method for each data operation. */
export function dataMethods(document: Document): Method[] {
  return dataRoutes(document).map((route) => methodOf(document, route));
}

export function methodsText(document: Document): string {
  const methods = dataMethods(document);
  const nouns = [...new Set(methods.map(({ noun }) => noun))];
  const types = methods.flatMap(({ query, answers, item }) => [query, ...answers, ...(item ? [item] : [])]);
  const forms = methods.map((method) => typeOf(method).replace(/<.*/, ''));
  const byNoun = nouns.map((noun) => [noun, methods.filter((one) => one.noun === noun)] as const);
  return [
    '// Made by `npm run openapi` from openapi.json; do not edit.\n',
    importText(types.sort(), './api-types.ts'),
    "import { DataCalls } from './data-calls.ts';\n",
    importText([...forms, 'Resume'].sort(), './data-calls.ts'),
    '\n/** The actions of the data routes, as their paths name them. */\n',
    `export type DryRunAction =\n${methods.map(({ action }) => `  | ${quoted(action)}`).join('\n')};\n`,
    ...byNoun.map(([noun, own]) => nounTypes(noun, own)),
    '\nexport class DataMethods extends DataCalls {\n',
    ...byNoun.map(([noun, own]) => nounText(noun, own)),
    '}\n',
  ].join('');
}
