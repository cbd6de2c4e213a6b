// Owns how class names are put together.

export function joined(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
