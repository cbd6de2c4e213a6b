// JSON for committed files: members of the outer levels get a line each, deeper values are compact. A diff then shows which entry changed,
// and the file has as many lines as entries.

const isBranch = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/** `levels`: how many nesting levels get a line per member. Strings, numbers and deeper values stay on one line. */
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
