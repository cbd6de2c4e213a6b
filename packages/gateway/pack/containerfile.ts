// Reads deploy/Containerfile and .dockerignore as a container engine does, as far as they use, and does by hand in a folder what they say:
// this machine needs no container engine for it.
import { execFile } from 'node:child_process';
import { cpSync, linkSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { ownEnvironment } from './install.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const run = promisify(execFile);
/** Root starts recipes as this user, who can write only where the image lets its own user write. */
export const IMAGE_USER = process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {};

interface Instruction {
  word: string;
  rest: string;
}

/** The instructions of each stage, without comments and with continued lines joined. */
function stagesOf(text: string): Instruction[][] {
  const stages: Instruction[][] = [];
  const whole = text.replace(/^#.*\n/gm, '').replaceAll('\\\n', '');
  for (const line of whole.split('\n').filter((one) => one.trim() !== '')) {
    const [, word, rest] = /^(\w+)\s+(.*)$/.exec(line)!;
    if (word === 'FROM') stages.push([]);
    stages.at(-1)?.push({ word: word!, rest: rest! });
  }
  return stages;
}

const containerfile = () => readFileSync(path.join(ROOT, 'deploy/Containerfile'), 'utf8');
const lastStage = () => stagesOf(containerfile()).at(-1)!;
const all = (word: string) => lastStage().flatMap((one) => (one.word === word ? [one.rest] : []));

/** NAME=value and NAME="some words", as ENV, ARG and LABEL have them. */
function pairs(texts: string[]): Record<string, string> {
  const found = texts.flatMap((text) => [...text.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S*))/g)]);
  return Object.fromEntries(found.map(([, name, quoted, plain]) => [name!, quoted ?? plain ?? '']));
}

/** What the last stage says about a container of the image. */
export function imageSettings() {
  const list = (text: string): string[] => JSON.parse(/\[.*\]/.exec(text)![0]);
  return {
    env: pairs(all('ENV')),
    args: pairs(all('ARG')),
    labels: pairs(all('LABEL')),
    user: all('USER').at(-1)!,
    command: [...list(all('ENTRYPOINT')[0]!), ...list(all('CMD')[0]!)],
    entrypoint: list(all('ENTRYPOINT')[0]!),
    health: list(all('HEALTHCHECK')[0]!),
  };
}

/** True for what an engine leaves out of the build: the last pattern that matches the path, or a folder above it, decides. */
function isIgnored(file: string, patterns: string[]): boolean {
  const parts = file.split(path.sep);
  const places = parts.map((_, i) => parts.slice(0, i + 1).join('/'));
  const deciding = patterns.findLast((pattern) =>
    places.some((place) => path.matchesGlob(place, pattern.replace(/^!/, ''))),
  );
  return deciding !== undefined && !deciding.startsWith('!');
}

function ignorePatterns(): string[] {
  const lines = readFileSync(path.join(ROOT, '.dockerignore'), 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}

/** What `COPY . ./` of the first stage gives. */
export function copyContext(to: string): void {
  const patterns = ignorePatterns();
  const isSent = (file: string) => file === ROOT || !isIgnored(path.relative(ROOT, file), patterns);
  cpSync(ROOT, to, { recursive: true, filter: isSent });
}

/** Places of an image, below a folder of this machine. */
export function placesIn(folder: string): (text: string) => string {
  const names = [
    '/opt/reelgate',
    '/etc/reelgate',
    '/var/lib/reelgate',
    '/var/cache/reelgate',
    '/run/secrets',
  ];
  const more = ['/usr/local/bin', '/root/.npm', '/packed', '/tmp/peers', '/tmp/valkey.conf'];
  const place = new RegExp([...names, ...more].join('|'), 'g');
  // In one pass: a path that was put in may contain the name of another place.
  return (text) => text.replace(place, (found) => path.join(folder, found));
}

/** Runs the steps of the last stage on this package. `folder` is empty before, and has the files of the image after. */
export async function installImage(packed: string, folder: string): Promise<void> {
  const here = placesIn(folder);
  for (const place of ['opt/reelgate', 'packed', 'tmp', 'usr/local/bin', 'var/lib'])
    mkdirSync(path.join(folder, place), { recursive: true });
  cpSync(packed, path.join(folder, 'packed', path.basename(packed)));
  linkNode(path.join(folder, 'usr/local/bin/node'));
  const { args } = imageSettings();
  const env = ownEnvironment();
  env.PATH = [path.join(folder, 'usr/local/bin'), env.PATH].join(path.delimiter);
  for (const step of all('RUN')) {
    const isRoot = process.getuid?.() === 0;
    const text = here(isRoot ? step : step.replace('chown 1000:1000', 'test -d'));
    const cwd = path.join(folder, 'opt/reelgate');
    await run('sh', ['-ec', text], { cwd, env: { ...env, npm_config_prefer_offline: 'true', ...args } });
  }
}

/** The Node of the image. A link, because it has 150 MB; a copy where temporary files are on another disk. */
function linkNode(to: string): void {
  try {
    linkSync(process.execPath, to);
  } catch {
    cpSync(process.execPath, to);
  }
}
