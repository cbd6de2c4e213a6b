// The field tables of the reference page: a schema as rows of name, type and meaning. All text is escaped here.
import { escapeHtml } from '../../documents/shell.ts';
import type { JsonSchema } from '../requests/schema.ts';

/** Escapes a description and renders its only markup: code between backticks. */
export function proseHtml(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

export function table(heads: readonly string[], rows: readonly string[]): string {
  const head = heads.map((text) => `<th scope="col">${text}</th>`).join('');
  // Focusable, so that a wide table can be scrolled by keyboard.
  return `<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

/** Objects nested deeper than this have a name and a table of their own. */
const DEPTH_MAX = 4;

const nameOf = (schema: JsonSchema) => schema.$ref?.split('/').at(-1);

function typeText(schema: JsonSchema): string {
  const named = nameOf(schema);
  if (named !== undefined) return `<a href="#schema-${escapeHtml(named)}">${escapeHtml(named)}</a>`;
  if (schema.items) return `list of ${typeText(schema.items)}`;
  const options = schema.oneOf ?? schema.anyOf;
  if (options !== undefined) return options.map(typeText).join(' or ');
  const choices = 'const' in schema ? [schema.const] : schema.enum;
  if (choices) return choices.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(' ');
  return escapeHtml([schema.type ?? 'any'].flat().join(' or '));
}

function bounds(schema: JsonSchema): string {
  const parts: string[] = [];
  if (schema.minimum !== undefined || schema.maximum !== undefined) {
    parts.push(`${schema.minimum ?? '…'} to ${schema.maximum ?? '…'}.`);
  }
  if (schema.maxLength !== undefined) parts.push(`At most ${schema.maxLength} characters.`);
  if (schema.maxItems !== undefined) parts.push(`At most ${schema.maxItems} items.`);
  if (schema.default !== undefined) parts.push(`Default \`${JSON.stringify(schema.default)}\`.`);
  return parts.join(' ');
}

interface Field {
  name: string;
  schema: JsonSchema;
  required: boolean;
}

/** The fields of an object and of the objects in it, named by their path. */
function fieldsOf(schema: JsonSchema, prefix = '', depth = 0): Field[] {
  const branches = schema.oneOf ?? schema.anyOf;
  if (branches !== undefined) return branches.flatMap((branch) => fieldsOf(branch, prefix, depth));
  if (schema.items) return fieldsOf(schema.items, `${prefix.replace(/\.$/, '')}[].`, depth);
  if (depth >= DEPTH_MAX) return [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    { name: `${prefix}${name}`, schema: field, required: (schema.required ?? []).includes(name) },
    ...fieldsOf(field, `${prefix}${name}.`, depth + 1),
  ]);
}

interface FieldTable {
  /** Marks the fields that a request must have. Answers always have all of theirs. */
  marksRequired: boolean;
}

export function fieldTable(schema: JsonSchema, { marksRequired }: FieldTable): string {
  const seen = new Set<string>();
  const rows = fieldsOf(schema)
    .filter(({ name }) => !seen.has(name) && seen.add(name))
    .map(({ name, schema: field, required }) => {
      const need = marksRequired && required ? ' <span class="need">required</span>' : '';
      const text = proseHtml([field.description ?? '', bounds(field)].join(' ').trim());
      return `<tr><td><code>${escapeHtml(name)}</code>${need}</td><td class="type">${typeText(field)}</td><td>${text}</td></tr>`;
    });
  return rows.length === 0 ? '' : table(['Field', 'Type', 'Meaning'], rows);
}
