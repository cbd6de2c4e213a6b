// What a text has at least. A crash must not become the kept text: a digest is not written anew when its text has fallen below half of that,
// unless somebody names the text.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { type Digest, parseDigest, ROOT } from './digest.ts';

/** Of pages and of stories; a text has those that occur in it. */
const COUNTED: Record<string, RegExp> = {
  lines: /^./gm,
  links: /<a[ (]/g,
  fields: /(?:<|^ *)(?:input|select|textarea)\(/gm,
  rows: /<tr[ (]/g,
  buttons: /<button[ (]/g,
  'changed rows': /^ *[-+~] [a-z]+_?[a-z_]* (?:\S+ )?\{/gm,
};
const BEGINS = '= at least ';

/** To one digit, so that a line more changes it seldom. */
function roundedDown(count: number): number {
  const power = 10 ** Math.floor(Math.log10(count));
  return Math.floor(count / power) * power;
}

/** The first line of a text in its digest. */
export function floorOf(text: string): string {
  const counts = Object.entries(COUNTED).map(
    ([name, each]) => [name, text.match(each)?.length ?? 0] as const,
  );
  const shown = counts
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${roundedDown(count)} ${name}`);
  return `${BEGINS}${shown.join(', ')}`;
}

const readFloor = (line: string) =>
  [...line.matchAll(/(\d+) ([a-z ]+)/g)].map(([, least, name]) => [name!, Number(least)] as const);

/** What of a text is less than half of what it was. */
export function fallen(known: readonly string[], text: string): string[] {
  const line = known.find((one) => one.startsWith(BEGINS));
  return readFloor(line ?? '').flatMap(([name, least]) => {
    const count = text.match(COUNTED[name] ?? /$^/g)?.length ?? 0;
    return count < least / 2 ? [`${count} ${name} instead of at least ${least}`] : [];
  });
}

/** By the texts that may fall, as somebody names them: `npm run told -- --write keys.told --fewer keys`. */
export const FEWER = 'REELGATE_TOLD_FEWER';
export const mayFall = (name: string) => (process.env[FEWER] ?? '').split(';').includes(name);

const committed = new Map<string, Digest>();

/** Writing anew again and again must not lower the floor step by step: it is that of the newest commit. */
export function committedDigest(file: string): Digest {
  if (!committed.has(file)) {
    const at = `HEAD:${path.relative(ROOT, file)}`;
    const { status, stdout } = spawnSync('git', ['show', at], { cwd: ROOT, encoding: 'utf8' });
    committed.set(file, parseDigest(status === 0 ? stdout : ''));
  }
  return committed.get(file)!;
}
