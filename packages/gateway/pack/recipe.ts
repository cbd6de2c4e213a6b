// Starts what a recipe describes and opens console and portal in it. Paths of the recipe are below a temporary folder and ports are unused
// ones; everything else is as the recipe says.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { IMAGE_USER } from './containerfile.ts';

/** Reads the announcement of a gateway in a process of its own: where it serves. */
export interface Announced {
  url: string;
  adminUrl: string;
  said: string;
}

export async function announced(child: ChildProcess): Promise<Announced> {
  let said = '';
  child.stderr!.on('data', (chunk) => {
    said += chunk;
  });
  for await (const chunk of child.stdout!.iterator({ destroyOnReturn: false })) {
    said += chunk;
    const [, url, adminUrl] = /serves (http:\S+).*admin (http:[^)\s]+)/.exec(said) ?? [];
    if (url !== undefined && said.endsWith('\n')) return { url, adminUrl: adminUrl!, said };
  }
  throw new Error(`did not serve: ${said}`);
}

/** A page of a running gateway loads, with the script that it names. */
export async function expectPage(url: string): Promise<void> {
  const answer = await fetch(url);
  const text = await answer.text();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('html')]);
  const script = /<script[^>]* src="([^"]+)"/.exec(text)![1]!;
  expect((await fetch(new URL(script, url))).status).toBe(200);
}

/** On the addresses that the recipe says, so that links are tried too. */
const freePort = (address = '127.0.0.1:0') => address.replace(/:\d+$/, ':0');
const run = promisify(execFile);

export interface Recipe {
  /** Paths of the recipe become paths of this machine. */
  here: (text: string) => string;
  cwd: string;
  command: string[];
  env: Record<string, string>;
}

interface RunningRecipe extends Announced {
  /** The key of the first start. */
  key: string;
  /** Runs a command beside the gateway, as `podman exec` and `kubectl exec` do, and returns its output. */
  exec(command: string[]): Promise<string>;
}

/** The folders that the user of the recipe may write, and the one for settings. */
export function makePlaces(here: Recipe['here']): void {
  for (const place of ['/etc/reelgate', '/run/secrets']) mkdirSync(here(place), { recursive: true });
  for (const place of ['/var/lib/reelgate', '/var/cache/reelgate']) {
    mkdirSync(here(place), { recursive: true });
    if ('uid' in IMAGE_USER) chownSync(here(place), IMAGE_USER.uid!, IMAGE_USER.gid!);
    chmodSync(here(place), 0o700);
  }
}

/** Starts the recipe, opens both pages, does what `use` says, and stops it as a supervisor does. */
export async function runRecipe(
  recipe: Recipe,
  use: (running: RunningRecipe) => Promise<void>,
): Promise<void> {
  const { here, cwd } = recipe;
  const [program, ...args] = recipe.command.map(here);
  const given = Object.entries(recipe.env).map(([name, value]) => [name, here(value)]);
  const own = Object.fromEntries(given) as Record<string, string>;
  const [open, admin] = [freePort(own.REELGATE_PUBLIC), freePort(own.REELGATE_ADMIN)];
  const env = { ...own, REELGATE_PUBLIC: open, REELGATE_ADMIN: admin };
  const child = spawn(program!, args, { cwd, env, ...IMAGE_USER });
  const ended = once(child, 'close');
  try {
    const at = await announced(child);
    expect(at.said).not.toContain('not built');
    await expectPage(`${at.url}/portal/`);
    await expectPage(`${at.adminUrl}/`);
    // A command beside the gateway must know the ports that the system chose.
    const places = { REELGATE_PUBLIC: new URL(at.url).host, REELGATE_ADMIN: new URL(at.adminUrl).host };
    const exec = async ([name, ...words]: string[]) =>
      (await run(here(name!), words.map(here), { cwd, env: { ...env, ...places }, ...IMAGE_USER })).stdout;
    await use({ ...at, key: firstKey(here), exec });
  } finally {
    child.kill('SIGTERM');
  }
  expect(await ended).toEqual([0, null]);
}

function firstKey(here: Recipe['here']): string {
  const file = here('/var/lib/reelgate/first-start.env');
  expect(existsSync(file)).toBe(true);
  return /^REELGATE_KEY=(\S+)$/m.exec(readFileSync(file, 'utf8'))![1]!;
}

/** A search in the library, which is charged. */
export async function expectPaidCall({ url, key }: RunningRecipe): Promise<void> {
  const search = `${url}/api/u1/v1/library/app/search_video_v2?keyword=cat`;
  const answer = await fetch(search, { headers: { authorization: `Bearer ${key}` } });
  expect([answer.status, answer.headers.get('x-reelgate-charged')]).toEqual([200, '0.012000']);
}
