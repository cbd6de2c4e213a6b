// Joins class names.

export function joined(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
