// What the playground knows about each operation, from openapi.json.
import type { Document } from '../../client/generate/document.ts';
import { type DataRoute, dataRoutes } from '../../client/generate/write-types.ts';

const quoted = (text: string) => `'${text.replaceAll("'", "\\'")}'`;

/** The sort orders of a list, if callers can choose one. */
function sortsOf({ operation: { parameters = [] } }: DataRoute): string {
  const words = parameters.find(({ name }) => name === 'sort')?.schema?.enum ?? [];
  return words.map((word) => quoted(String(word))).join(', ');
}

function entryText(route: DataRoute): string {
  const { name, method, shape, record, about, labels } = route.data;
  const parameters = (route.operation.parameters ?? []).flatMap((one) => one.name ?? []);
  const words = Object.entries(labels).map(([language, label]) => `${language}: ${quoted(label)}`);
  return `  ${quoted(name)}: {
    method: ${quoted(method)},
    about: ${quoted(about)},
    record: ${quoted(record)},
    sorts: [${sortsOf(route)}],
    paged: ${shape === 'page'},
    parameters: [${parameters.map(quoted).join(', ')}],
    several: ${parameters.includes('ids')},
    labels: { ${words.join(', ')} },
  },
`;
}

/** Grouped by section of the reference, so that operations on the same kind of thing are together. */
function bySection(routes: readonly DataRoute[]): DataRoute[] {
  const sections = Object.groupBy(routes, ({ operation }) => operation.tags?.[0] ?? '');
  return Object.values(sections).flatMap((own) => own ?? []);
}

export function operationsText(document: Document): string {
  const entries = bySection(dataRoutes(document)).map(entryText);
  return `// Made by \`npm run openapi\` from openapi.json; do not edit.\n\nexport const OPERATIONS = {\n${entries.join('')}} as const;\n`;
}
