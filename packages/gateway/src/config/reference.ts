// Writes the two documents that follow from the schema: the settings page for people and the JSON Schema for editors.
// Pure: write-reference.ts saves them, and a test fails when the saved files are out of date.
import { NEEDS_RESTART } from './diff.ts';
import { expectation, OVERRIDES, type SchemaNode, SETTINGS } from './schema.ts';

const VARIABLE = '\\$\\{[A-Za-z_][A-Za-z0-9_]*\\}';

export function configJsonSchema(): Record<string, unknown> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'reelgate.yaml',
    ...toJsonSchema(SETTINGS as SchemaNode),
    $defs: { variable: { type: 'string', pattern: VARIABLE } },
  };
}

function toJsonSchema(schema: SchemaNode): Record<string, unknown> {
  const {
    form: _form,
    secret: _secret,
    keys: _keys,
    orOne,
    properties,
    patternProperties,
    items,
    required,
    ...rest
  } = schema;
  if (rest.pattern !== undefined) return { ...rest, pattern: `${rest.pattern}|${VARIABLE}` };
  if (rest.enum !== undefined) return orVariable(rest);
  if (orOne === true) return { anyOf: [{ ...rest, items: toJsonSchema(items!) }, toJsonSchema(items!)] };
  const needed = required?.filter((key) => isNeeded(properties![key]!)) ?? [];
  return {
    ...rest,
    ...(properties === undefined ? {} : { properties: mapSchemas(properties) }),
    ...(patternProperties === undefined ? {} : { patternProperties: mapSchemas(patternProperties) }),
    ...(items === undefined ? {} : { items: toJsonSchema(items) }),
    ...(needed.length === 0 ? {} : { required: needed }),
  };
}

/**
 * The check sees a text after its variables are filled in; an editor sees `${NAME}`, so the JSON Schema must allow
 * that too.
 */
function orVariable({ description, default: fallback, ...rest }: SchemaNode): Record<string, unknown> {
  return {
    ...(description === undefined ? {} : { description }),
    ...(fallback === undefined ? {} : { default: fallback }),
    anyOf: [rest, { $ref: '#/$defs/variable' }],
  };
}

function mapSchemas(schemas: Record<string, SchemaNode>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schemas).map(([key, schema]) => [key, toJsonSchema(schema)]));
}

function isNeeded(schema: SchemaNode): boolean {
  return schema.default === undefined && schema.type !== 'object';
}

export function renderConfigReference(): string {
  const rows = settingRows(SETTINGS as SchemaNode, '');
  return `${INTRODUCTION}
## Settings

${table(['setting', 'type', 'default', 'meaning'], rows)}

## Environment

${table(['variable', 'meaning'], environmentRows())}
`;
}

const INTRODUCTION = `# reelgate.yaml

<!-- Generated from packages/gateway/src/config/schema.ts by write-reference.ts. Do not edit. -->

One file, all of it optional. It is looked for in this order: \`--config FILE\`, \`REELGATE_CONFIG\`, \`./reelgate.yaml\`; without
a file every default holds. [reelgate.example.yaml](../../reelgate.example.yaml) is a commented start, and
[reelgate.schema.json](reelgate.schema.json) lets an editor complete and check the file.

- A file with an unknown setting, a wrong type or an unset variable is refused as a whole. The error names file, line and
  setting, and never shows a token or the value of a variable.
- \`\${NAME}\` inside a text is the environment variable NAME. It must be set and not empty. \`$$\` is a plain dollar. Variables are
  filled in after the file is parsed and always give text, so numbers and switches cannot come from a variable.
- If \`NAME_FILE\` is set instead of \`NAME\`, the value of \`\${NAME}\` is the text of the file with that path, without the line break at its
  end. So secrets can come from files, as container engines, Kubernetes and systemd provide them.
- Relative paths start at the folder of the file, or at the working directory without a file.
- Amounts are decimals in quotes, so that no digit is lost on the way.
- A running gateway takes over a changed file on \`reelgate config reload\`, and says what it cannot. These need a restart:
  ${NEEDS_RESTART.map((name) => `\`${name}\``).join(', ')}.
  \`prices.endpoints\` only seeds the price catalog; later ones are published with \`reelgate catalog apply\`.
- The file may have up to 1 MiB.
`;

function settingRows(schema: SchemaNode, path: string): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, child]) => {
    const childPath = path === '' ? key : `${path}.${key}`;
    const own = isSection(child) ? [] : [row(child, childPath, schema.required?.includes(key) ?? false)];
    return [...own, ...innerRows(child, childPath)];
  });
}

function isSection(schema: SchemaNode): boolean {
  return schema.properties !== undefined;
}

function innerRows(schema: SchemaNode, path: string): string[][] {
  const each = Object.values(schema.patternProperties ?? {})[0];
  if (each !== undefined) return settingRows(each, `${path}.NAME`);
  return schema.items === undefined ? settingRows(schema, path) : settingRows(schema.items, `${path}[]`);
}

function row(schema: SchemaNode, path: string, isListed: boolean): string[] {
  const { default: fallback } = schema;
  const none = isListed ? 'required' : '–';
  return [
    `\`${path}\``,
    typeText(schema),
    fallback === undefined ? none : `\`${shownDefault(fallback)}\``,
    schema.description ?? '',
  ];
}

function typeText(schema: SchemaNode): string {
  if (schema.patternProperties !== undefined) {
    return Object.values(schema.patternProperties)[0]!.type === 'array'
      ? 'names → lists of names'
      : 'names → mappings';
  }
  if (schema.items === undefined) return expectation(schema);
  if (isSection(schema.items)) return 'a list of mappings';
  const each = expectation(schema.items);
  return schema.orOne === true ? `${each}, or a list of them` : `a list; each ${each}`;
}

function shownDefault(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function environmentRows(): string[][] {
  const overrides = OVERRIDES.map(({ variable, path }) => {
    const note = variable === 'REELGATE_DATA' ? ' A relative path starts at the working directory.' : '';
    return [`\`${variable}\``, `Wins over \`${path.join('.')}\`.${note}`];
  });
  return [['`REELGATE_CONFIG`', 'The file to read when the command line does not name one.'], ...overrides];
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}
