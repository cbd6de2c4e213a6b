// JSON for committed files: the outer levels have a line for each member, and what is deeper is compact. A diff then shows which entry
// changed, and the file has as many lines as entries.

const isBranch = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/** `levels` counts the nested objects and lists whose members get a line of their own. Strings, numbers and deeper values are leaves. */
export function lineJson(value: unknown, levels: number, indent = ''): string {
  if (levels === 0 || !isBranch(value)) return JSON.stringify(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => {
      const text = lineJson(member, levels - 1, inner);
      return `${inner}${isList ? '' : `${JSON.stringify(name)}: `}${text}`;
    });
  const [open, close] = isList ? '[]' : '{}';
  return `${open}\n${members.join(',\n')}\n${indent}${close}`;
}
