// Meets the HTTP API with programs of others: a proxy that holds every answer against the document, clients that three generators make of
// it, readers of feeds and CSV, and downloaders that resume. A gateway runs as an operator runs it. Installs the programs of npm first, and
// says aloud which of the machine's own are missing. Exits with 1 when any of them finds a fault. Run: node
// packages/gateway/conformance/others/run.ts
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { installLocked } from '../../../../release/install-locked.ts';
import { DataFolder, GatewayProcess } from '../../src/testing/gateway-process.ts';
import { GENERATORS } from './generators.ts';

const FOLDER = import.meta.dirname;
const ROOT = path.join(FOLDER, '../../../..');
const own = createRequire(path.join(FOLDER, 'package.json'));
const binOf = (name: string, folder = FOLDER) => path.join(folder, 'node_modules/.bin', name);
/** Each takes seconds on an idle machine. */
const PROGRAM_MS_MAX = 120_000;
const COLLECTED_MS_MAX = 60_000;
const POLL_MS = 200;

let isGood = true;
function tell(what: string, fault: string | null): void {
  isGood &&= fault === null;
  console.log(`${what}: ${fault === null ? 'as documented' : `FAILED\n${fault}`}`);
}

/** What it wrote, when it failed; else null. */
function faultOf(command: string, args: readonly string[], cwd: string): string | null {
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', TZ: 'UTC' };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, timeout: PROGRAM_MS_MAX });
  return status === 0 ? null : `${command} ended with ${status}\n${stdout}${stderr}`;
}

const byNode = (name: string, args: readonly string[], cwd: string, folder = FOLDER) =>
  faultOf(process.execPath, [binOf(name, folder), ...args], cwd);

interface Place {
  url: string;
  key: string;
}

type Json = Record<string, unknown>;

async function ask({ url, key }: Place, target: string, method = 'GET', body?: object) {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(body && { 'content-type': 'application/json' }),
  };
  const answer = await fetch(`${url}${target}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = /json(;|$)/.test(answer.headers.get('content-type') ?? '');
  return { answer, text, json: (isJson ? JSON.parse(text) : {}) as Json };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

/** Prism between a caller and the gateway. It names in a header what an answer has that the document does not say. */
async function startPrism(document: string, { url, key }: Place) {
  const port = await freePort();
  const child = spawn(process.execPath, [binOf('prism'), 'proxy', document, url, '-p', String(port)]);
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
      if (said.includes('Prism is listening')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`prism ended with ${code}\n${said}`)));
  });
  return { place: { url: `http://127.0.0.1:${port}`, key }, stop: () => child.kill() };
}

const SEARCH = '/api/u1/v1/library/app/search_video_v2';
const wrongKey = { key: 'rgk_live_nobodys' };

/** What a caller does in a first hour, also where it is refused. */
async function journey(place: Place): Promise<string[]> {
  const violations: string[] = [];
  const step = async (target: string, method = 'GET', body?: object, by: Partial<Place> = {}) => {
    const { answer, text, json } = await ask({ ...place, ...by }, target, method, body);
    // A path that the document does not have is answered by Prism itself.
    const found = answer.headers.get('sl-violations') ?? (/stoplight\.io/.test(text) ? text : null);
    if (found !== null) violations.push(`${method} ${target}: ${answer.status} ${found}`);
    return json;
  };
  await step('/api/test/apikey', 'POST', { key: place.key });
  await step('/api/test/apikey', 'POST', wrongKey);
  const first = await step(`${SEARCH}?keyword=cat&count=2`);
  await step(`${SEARCH}?keyword=cat&count=2&pcursor=${encodeURIComponent(String(first.pcursor))}`);
  await step(`${SEARCH}?keyword=cat&pcursor=no_more`);
  for (const target of [
    `${SEARCH.replace('u1', 'u2')}?keyword=cat`,
    SEARCH.replace('_v2', '?keyword=cat'),
    `${SEARCH.replace('library', 'all')}?keyword=cat`,
    `${SEARCH.replace('library', 'nowhere')}?keyword=cat`,
    `${SEARCH}?keyword=cat&max_price=0.000001`,
    `${SEARCH}?keyword=cat&pcursor=mine`,
    '/api/u1/v1/library/app/get_video_v2?id=sample-en-01',
    '/api/u1/v1/library/app/get_video_v2?id=nobodys',
    '/api/u1/v1/library/app/get_transcript_v2?id=sample-en-01&format=vtt',
    '/api/u1/v1/library/app/list_comments_v2?id=sample-en-01',
    '/api/u1/v1/library/app/list_popular_videos_v2',
    '/api/pricing/v1/endpoints',
    `/api/pricing/v1/quote?path=${SEARCH}&pages=3`,
    '/api/pricing/v1/platforms',
    '/api/resolve/v1/url?url=https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    '/api/status/v1',
    '/api/account/v1/balance',
    '/api/account/v1/usage',
    '/api/account/v1/requests',
    '/api/account/v1/entries',
    '/api/account/v1/events',
    '/api/account/v1/statements',
    '/api/account/v1/key',
    '/api/account/v1/keys',
    '/readyz',
    '/llms.txt',
  ])
    await step(target);
  await step('/api/account/v1/balance', 'GET', undefined, wrongKey);
  const question = { path: SEARCH, query: { keyword: 'cat' } };
  const { collection } = await step('/api/collections/v1', 'POST', { ...question, budget: '0.10' });
  const id = (collection as Json).id;
  for (const target of ['', '/items', '/export?format=jsonl', '/export?format=csv'])
    await step(`/api/collections/v1/${id}${target}`);
  const { watch } = await step('/api/watches/v1', 'POST', {
    ...question,
    every: '1d',
    budget: { month: '0.10' },
  });
  const at = `/api/watches/v1/${(watch as Json).id}`;
  for (const target of ['', '/items', '/runs']) await step(`${at}${target}`);
  await step(at, 'PATCH', { state: 'paused' });
  await step(at, 'DELETE');
  return violations;
}

/** Each client is made, checked by the compiler in its strictest form, and run through Prism. */
async function clients(folder: string, place: Place): Promise<void> {
  symlinkSync(path.join(FOLDER, 'node_modules'), path.join(folder, 'node_modules'));
  for (const { name, command, args, program } of GENERATORS) {
    const at = path.join(folder, name);
    mkdirSync(at);
    writeFileSync(path.join(at, 'program.ts'), program);
    const compilerOptions = {
      ...{ strict: true, noUncheckedIndexedAccess: true, skipLibCheck: true, noEmit: true, types: [] },
      ...{
        target: 'esnext',
        module: 'esnext',
        moduleResolution: 'bundler',
        lib: ['esnext', 'dom', 'dom.iterable'],
      },
    };
    writeFileSync(path.join(at, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
    const fault = byNode(command, args, at) ?? byNode('tsc', ['-p', '.'], at, ROOT);
    tell(`client of ${name}, by tsc --strict`, fault);
    if (fault === null) tell(`client of ${name}, at work`, await faultOfProgram(at, place));
  }
}

async function faultOfProgram(at: string, place: Place): Promise<string | null> {
  const file = path.join(at, 'bundle.mjs');
  const build = await rolldown({ input: path.join(at, 'program.ts'), platform: 'node' });
  await build.write({ file, format: 'esm' });
  const { work } = (await import(pathToFileURL(file).href)) as { work(place: Place): Promise<unknown[]> };
  const done = await work(place);
  return JSON.stringify(done) === JSON.stringify([2, 'sample-en-01', 'platform'])
    ? null
    : JSON.stringify(done);
}

async function ended(
  place: Place,
  target: string,
  noun: string,
  isDone: (thing: Json) => boolean,
): Promise<void> {
  for (let left = COLLECTED_MS_MAX / POLL_MS; left > 0; left--) {
    const { json } = await ask(place, target);
    if (isDone(json[noun] as Json)) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`${target} did not end`);
}

/** Both forms of a feed, by two readers: as many entries as the watch has items, each with its own id and a title. */
async function feeds(place: Place): Promise<void> {
  const question = { path: SEARCH, query: { keyword: 'cat' } };
  const made = { ...question, every: '1d', baseline: 'deliver', budget: { month: '1' } };
  const { json } = await ask(place, '/api/watches/v1', 'POST', made);
  const at = `/api/watches/v1/${(json.watch as Json).id}`;
  await ended(place, at, 'watch', ({ last_run: run }) => run !== null);
  const items = (await ask(place, `${at}/items?limit=100`)).json.items as Json[];
  const { feed } = (await ask(place, `${at}/feed`, 'POST')).json;
  const { atom, json: asJson } = feed as Record<string, string>;
  const isSame = (entries: readonly { id?: string | undefined; title?: string | undefined }[]) =>
    items.length > 0 &&
    new Set(entries.map(({ id }) => id)).size === items.length &&
    entries.every(({ id, title }) => id && title)
      ? null
      : JSON.stringify(entries).slice(0, 2_000);
  const texts = await Promise.all(
    [atom!, asJson!].map(async (url) => (await fetch(local(url, place))).text()),
  );
  const { parseAtomFeed, parseJsonFeed } = await import(pathToFileURL(own.resolve('feedsmith')).href);
  tell(
    'feedsmith, Atom',
    isSame(parseAtomFeed(texts[0]).entries.map(({ id, title }: Json) => ({ id, title: titleOf(title) }))),
  );
  tell('feedsmith, JSON Feed', isSame(parseJsonFeed(texts[1]).items));
  const Parser = own('rss-parser');
  tell('rss-parser, Atom', isSame((await new Parser().parseString(texts[0])).items));
}

/** The address names the service as callers reach it; here that is the listener itself. */
const local = (address: string, { url }: Place) => `${url}${new URL(address, url).pathname}`;
const titleOf = (title: unknown) =>
  typeof title === 'string' ? title : String((title as Json | undefined)?.value ?? '');

/** A whole export, read as CSV by others, and by downloaders that lost their connection in the middle of it. */
async function exports(place: Place, folder: string): Promise<void> {
  const question = { path: SEARCH, query: { keyword: 'a' }, budget: '1', items_max: 40 };
  const { json } = await ask(place, '/api/collections/v1', 'POST', question);
  const at = `/api/collections/v1/${(json.collection as Json).id}`;
  await ended(place, at, 'collection', ({ ended_at: at }) => at !== null);
  const items = (await ask(place, `${at}/items?limit=100`)).json.items as Json[];
  const { text } = await ask(place, `${at}/export?format=csv`);
  const { data, errors } = own('papaparse').parse(text, { header: true, skipEmptyLines: true });
  const ids = items.map(({ record }) => (record as Json).id);
  const isSame =
    JSON.stringify(data.map(({ id }: Json) => id)) === JSON.stringify(ids) && errors.length === 0;
  tell('papaparse, CSV', isSame && ids.length > 0 ? null : JSON.stringify([errors, data.length, ids.length]));
  const whole = `${at}/export?format=jsonl`;
  const bytes = Buffer.from((await ask(place, whole)).text);
  const header = `Authorization: Bearer ${place.key}`;
  const ways: Record<string, string[]> = {
    curl: ['-sS', '--fail', '-C', '-', '-H', header, '-o', 'curl.part', `${place.url}${whole}`],
    wget: ['-q', '-c', `--header=${header}`, '-O', 'wget.part', `${place.url}${whole}`],
  };
  for (const [program, args] of Object.entries(ways)) {
    if (spawnSync(program, ['--version']).status !== 0) {
      console.log(`SKIPPED: there is no ${program} on this machine`);
      continue;
    }
    const part = path.join(folder, `${program}.part`);
    writeFileSync(part, bytes.subarray(0, Math.floor(bytes.length / 2)));
    const fault = faultOf(program, args, folder);
    tell(
      `${program}, resumed`,
      fault ?? (readFileSync(part).equals(bytes) ? null : 'other bytes than the whole export'),
    );
  }
}

async function main(): Promise<void> {
  installLocked(FOLDER, 'the programs of others', ['install', '--no-save', '--ignore-scripts']);
  const data = new DataFolder();
  const settings = `data: ${data.path}\nservice: { public: "127.0.0.1:0", admin: "127.0.0.1:0" }\n`;
  const gateway = new GatewayProcess(['serve', '--config', data.writeConfig(settings)]);
  const place = { url: await gateway.url(), key: /key\s+(rgk_live_\w+)/.exec(gateway.out)![1]! };
  const document = path.join(data.path, 'openapi.json');
  writeFileSync(document, (await ask(place, '/openapi.json')).text);
  const prism = await startPrism(document, place);
  try {
    const violations = await journey(prism.place);
    tell('prism, over a journey', violations.length === 0 ? null : violations.join('\n'));
    await clients(data.path, prism.place);
    await feeds(place);
    await exports(place, data.path);
  } finally {
    prism.stop();
    gateway.kill('SIGTERM');
    await gateway.ended;
    data.remove();
  }
}

await main();
process.exitCode = isGood ? 0 : 1;
