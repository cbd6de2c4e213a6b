// Colours in the terminal. They only repeat what the words already say, so that nothing is lost without them.

export const COLOR_WISHES = ['auto', 'always', 'never'] as const;
export type ColorWish = (typeof COLOR_WISHES)[number];

/** The variables of the environment that other programs obey too. */
interface ColorEnvironment {
  NO_COLOR?: string | undefined;
  FORCE_COLOR?: string | undefined;
  TERM?: string | undefined;
}

/** Whether a stream gets colours. A variable that is set to nothing counts as unset, as https://no-color.org says. */
export function hasColors(isTerminal: boolean, env: ColorEnvironment): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return isTerminal && env.TERM !== 'dumb';
}

/** What `--color` on the command line makes of it. */
export function wishedColors(wish: ColorWish, found: boolean): boolean {
  return wish === 'auto' ? found : wish === 'always';
}

const STYLES = { bold: [1, 22], red: [31, 39], green: [32, 39], yellow: [33, 39], dim: [2, 22] } as const;
type TextStyle = keyof typeof STYLES;

export function painted(isOn: boolean, style: TextStyle, text: string): string {
  const [on, off] = STYLES[style];
  return isOn && text !== '' ? `\u001b[${on}m${text}\u001b[${off}m` : text;
}

/** The first line, which has the titles of a table. */
export function withBoldHead(isOn: boolean, text: string): string {
  const end = text.indexOf('\n');
  return end < 0 ? text : painted(isOn, 'bold', text.slice(0, end)) + text.slice(end);
}
