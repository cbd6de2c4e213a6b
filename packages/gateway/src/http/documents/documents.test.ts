// The documents that a whole gateway serves: guides, error codes, the reference and the texts for language models.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasPython, PYTHON_ENV } from '../../../../client-python/tests/python.ts';
import { buildGuides } from '../../../guides/build.ts';
import { type Guide, readGuides } from '../../documents/guides.ts';
import { FAILURES, type FailureCode } from '../../domain/failure.ts';
import { toolActions } from '../../mcp/paid-tools.ts';
import {
  type Answer,
  startTestGateway,
  TEST_SETTINGS,
  type TestGateway,
} from '../../testing/test-gateway.ts';
import { STATUS } from '../answers/status.ts';
import { PROBLEM_SCHEMA } from '../openapi/openapi-problem.ts';
import { ERROR_TEXTS } from './error-texts.ts';

const htmlFolder = mkdtempSync(path.join(tmpdir(), 'reelgate-guides-'));
let guides: Guide[];
let gateway: TestGateway;
beforeAll(async () => {
  await buildGuides(htmlFolder);
  guides = await readGuides(htmlFolder);
  gateway = await startTestGateway({
    settings: `${TEST_SETTINGS}\npricing: { public: true }\n`,
    ports: { guidesFolder: htmlFolder },
  });
});
afterAll(async () => {
  await gateway.close();
  rmSync(htmlFolder, { recursive: true, force: true });
});

const get = (target: string, headers: Record<string, string> = {}) =>
  gateway.ask(target, { key: null, headers });

/** What HTML escapes, back to text. */
const unescaped = (html: string) =>
  html
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** Links of a page or of a Markdown text. */
function linksIn({ headers, text }: Answer): string[] {
  const isHtml = headers.get('content-type')!.startsWith('text/html');
  const pattern = isHtml ? /<a [^>]*?href="([^"]*)"/g : /\]\(([^)\s]+)\)/g;
  const plain = isHtml
    ? text
    : text.replace(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1\s*$/gm, '').replace(/`[^`\n]*`/g, '');
  return [...plain.matchAll(pattern)].map(([, href]) => unescaped(href!));
}

/** A link that is no address leads nowhere. */
const absolute = (href: string, from: URL) =>
  URL.canParse(href, from) ? new URL(href, from).href : `/not-an-address/${href}`;

describe('every link of every document resolves', () => {
  test('starting at the reference and at the text for language models', async () => {
    const seen = new Map<string, Answer>();
    const wrong: string[] = [];
    const waiting = ['/docs', '/llms.txt'].map((to) => ({ from: 'the start', to }));
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const url = new URL(next.to, gateway.url);
      if (url.origin !== gateway.url || url.pathname.startsWith('/portal')) continue;
      if (url.pathname.startsWith('/api/')) continue;
      const target = url.pathname + url.search;
      const known = seen.get(target);
      const answer = known ?? (await get(target));
      if (answer.status !== 200) wrong.push(`${next.from} → ${next.to}: ${answer.status}`);
      const anchor = decodeURIComponent(url.hash.slice(1));
      const isHtml = answer.headers.get('content-type')?.startsWith('text/html');
      if (isHtml && anchor !== '' && !answer.text.includes(`id="${anchor}"`))
        wrong.push(`${next.from} → ${next.to}`);
      if (known !== undefined || answer.status !== 200) continue;
      seen.set(target, answer);
      if (/html|markdown|plain/.test(answer.headers.get('content-type')!))
        waiting.push(...linksIn(answer).map((href) => ({ from: target, to: absolute(href, url) })));
    }
    expect(wrong).toEqual([]);
    // The crawl reached everything: each guide and each code, in both forms.
    const all = [...guides.map(({ name }) => name), ...Object.keys(FAILURES).map((code) => `errors/${code}`)];
    expect(
      all.flatMap((name) => [`/docs/${name}`, `/docs/${name}.md`]).filter((to) => !seen.has(to)),
    ).toEqual([]);
  });
});

describe('a document', () => {
  test('is HTML for browsers, and Markdown by its ending or by Accept', async () => {
    const [page, markdown, accepted, both] = await Promise.all([
      get('/docs/prices'),
      get('/docs/prices.md'),
      get('/docs/prices', { accept: 'text/markdown' }),
      get('/docs/prices', { accept: 'text/html,application/xhtml+xml,text/markdown;q=0.5' }),
    ]);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.text).toContain('<h1 id="prices-and-how-to-bound-them">');
    expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(markdown.text).toMatch(/^# Prices, and how to bound them\n/);
    expect(accepted.text).toBe(markdown.text);
    expect(accepted.headers.get('vary')).toContain('accept');
    expect(both.text).toBe(page.text);
  });

  test.each([
    '/docs',
    '/docs/prices',
    '/docs/prices.md',
    '/docs/errors/RATE_LIMITED',
    '/llms.txt',
    '/llms-full.txt',
  ])('%s has an ETag, answers 304 and HEAD, and is compressed', async (target) => {
    const full = await fetch(gateway.url + target, { headers: { 'accept-encoding': 'identity' } });
    const etag = full.headers.get('etag')!;
    const bytes = (await full.arrayBuffer()).byteLength;
    const same = await get(target, { 'accept-encoding': 'identity', 'if-none-match': `"x", W/${etag}` });
    expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', etag]);
    const other = await get(target, { 'accept-encoding': 'identity', 'if-none-match': '"x"' });
    expect(other.status).toBe(200);
    const head = await fetch(gateway.url + target, {
      method: 'HEAD',
      headers: { 'accept-encoding': 'identity' },
    });
    expect([head.status, Number(head.headers.get('content-length')), await head.text()]).toEqual([
      200,
      bytes,
      '',
    ]);
    const coded = await get(target, { 'accept-encoding': 'gzip' });
    expect(coded.headers.get('content-encoding')).toBe('gzip');
    expect(coded.headers.get('etag')).not.toBe(etag);
    expect(coded.headers.get('vary')).toContain('accept-encoding');
  });

  test('runs only its own script, loads nothing, and has no style or handler in its tags', async () => {
    for (const target of ['/docs/data-routes', '/docs/errors', '/docs/errors/INTERNAL']) {
      const { text, headers } = await get(target);
      expect(text).not.toMatch(/<link|<img|<script [^>]*>|<iframe| src=| style=|@import|url\(| on[a-z]+=/);
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[^ ]+'; script-src 'sha256-/,
      );
    }
  });

  test.each([
    '/docs/',
    '/docs/nothing',
    '/docs/prices.html',
    '/docs/prices.md.md',
    '/docs/PRICES',
    '/docs/%70rices',
    '/docs/..%2f..%2fpackage.json',
    '/docs/..%2fguides%2fprices',
    '/docs/%2e%2e%2fprices.md',
    '/docs/errors%2fRATE_LIMITED',
    '/docs/errors/rate_limited',
    '/docs/errors/..%2fprices',
    '/docs/errors/__proto__',
    '/docs/constructor',
    '/docs/prices%00.md',
    '/docs/prices/more',
    '/llms.txt/',
    `/docs/${'a'.repeat(5_000)}`,
  ])('is not found at %.60s', async (target) => {
    expect((await get(target)).status).toBe(404);
  });

  test.each(['/docs/nope', '/docs/errors/NOPE', '/docs/%3Cb%3Enope'])(
    '%s is a page with 404 for browsers, and a problem for programs',
    async (target) => {
      const page = await get(target, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
      expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(page.text).toContain('<h1>There is no such document</h1>');
      expect(page.text).toContain('href="/docs/prices"');
      expect(page.text.toLowerCase()).not.toContain('nope');
      expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
      const problem = await get(target, { accept: '*/*' });
      expect([problem.status, problem.body.code]).toEqual([404, 'NOT_FOUND']);
    },
  );

  test('a path of a megabyte is refused without looking for it', async () => {
    const answer = await get(`/docs/${'a'.repeat(1_000_000)}`).catch((error: unknown) => error as Error);
    expect(answer instanceof Error ? 'closed' : answer.status).toSatisfy(
      (one) => one === 'closed' || one === 431,
    );
  });
});

describe('the page of an error code', () => {
  test.each(Object.keys(FAILURES) as FailureCode[])('%s says all that a caller needs', async (code) => {
    const [page, markdown] = await Promise.all([get(`/docs/errors/${code}`), get(`/docs/errors/${code}.md`)]);
    for (const part of [
      'What it means',
      'Who is at fault',
      'What was charged',
      'What to do next',
      'Example',
    ]) {
      expect(page.text).toContain(`<h2>${part}</h2>`);
      expect(markdown.text).toContain(`## ${part}`);
    }
    const example = JSON.parse(/```json\n([\s\S]*?)```/.exec(markdown.text)![1]!);
    expect(example).toMatchObject({
      code,
      status: STATUS[code],
      type: `/docs/errors/${code}`,
      next: FAILURES[code].next,
    });
    expect(example.detail).not.toBe(example.title);
    // A field that the prose names is in the example.
    const { means, advice } = ERROR_TEXTS[code];
    const named = [...`${means} ${advice}`.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
    const fields = named.filter((name) => name in PROBLEM_SCHEMA.properties!);
    expect(Object.keys(example)).toEqual(expect.arrayContaining(fields));
  });

  test('is where the type of a problem leads', async () => {
    const { body } = await get('/api/u1/v1/library/app/search_video_v2?keyword=a');
    expect(body.type).toBe('/docs/errors/UNAUTHORIZED');
    expect((await get(new URL(body.type, gateway.url).pathname)).text).toContain('<code>UNAUTHORIZED</code>');
  });
});

describe('the texts for language models', () => {
  test('name this gateway, its platforms and its prices', async () => {
    const [short, full] = await Promise.all([get('/llms.txt'), get('/llms-full.txt')]);
    for (const { text } of [short, full]) {
      expect(text).toContain(`- Base address: ${gateway.url}\n`);
      expect(text).toMatch(/^- `library`: .*`search_video_v2` 0\.012, `search_video` 0\.004/m);
      expect(text).toContain('GET /api/u1/v1/{platform}/app/search_video_v2');
      expect(text).not.toContain('127.0.0.1:8080/docs');
    }
    expect(short.text.length).toBeLessThan(30_000);
    for (const { title, audience } of guides) {
      expect(full.text.includes(`\n# ${title}\n`), title).toBe(audience === 'callers');
    }
  });

  test('change when a price changes, and never show the price of one account', async () => {
    const before = await get('/llms.txt');
    const rule = { path: '/api/*/v1/library/app/search_video_v2', unit_price: '0.031000' };
    const secret = { account: 'demo', path: '/api/*/v1/library/app/search_video', unit_price: '0.000777' };
    const published = await gateway.admin('catalog/versions', {
      method: 'POST',
      body: { mode: 'merge', endpoints: [rule], overrides: [secret] },
    });
    expect(published.status, published.text).toBe(201);
    const own = await gateway.ask('/api/pricing/v1/endpoints');
    expect(own.text).toContain('0.000777');
    for (const target of ['/llms.txt', '/llms-full.txt', '/docs', '/docs/prices']) {
      // Also for a caller with a key: a document is the same for everybody.
      for (const key of [null, gateway.key]) {
        expect((await gateway.ask(target, { key })).text).not.toContain('0.000777');
      }
    }
    const after = await get('/llms.txt', { 'if-none-match': before.headers.get('etag')! });
    expect(after.status).toBe(200);
    expect(after.text).toMatch(/^- `library`: .*`search_video_v2` 0\.031, `search_video` 0\.004/m);
    expect((await get('/docs')).text).toContain('0.031');
  });

  test('show neither platforms nor prices where those need a key', async () => {
    const closed = await startTestGateway({ settings: TEST_SETTINGS });
    try {
      for (const target of ['/llms.txt', '/llms-full.txt']) {
        const { text } = await closed.ask(target, { key: null });
        expect(text).toContain('shows its platforms and prices to holders of a key');
        expect(text).not.toMatch(/^- `(?:library|scripted)`:/m);
      }
    } finally {
      await closed.close();
    }
  });
});

/** The samples of a route on the reference page, by language. */
function samplesOf(page: string, operationId: string): Map<string, string> {
  const [, route = ''] = page.split(`<article class="route" id="${operationId}">`);
  const article = route.split('</article>')[0]!;
  const found = article.matchAll(
    /<(?:figcaption|summary)>([^<]*)<\/(?:figcaption|summary)><pre tabindex="0"><code>([\s\S]*?)<\/code><\/pre>/g,
  );
  return new Map([...found].map(([, language, code]) => [language!, unescaped(code!)]));
}

const run = promisify(execFile);

/** Runs a sample of curl as it is pasted into a shell. */
async function runCurl(command: string): Promise<{ status: number; body: string }> {
  const pasted = `${command} \\\n  -s -w '\\n%{http_code}'`;
  const env = { PATH: process.env.PATH, REELGATE_KEY: gateway.key };
  const { stdout } = await run('/bin/sh', ['-c', pasted], { env });
  const at = stdout.lastIndexOf('\n');
  return { status: Number(stdout.slice(at + 1)), body: stdout.slice(0, at) };
}

const ROOT = path.join(import.meta.dirname, '../../../../..');

/** Runs samples of the client package as modules of one process, and gives what each printed. */
async function runClient(samples: ReadonlyMap<string, string>): Promise<Record<string, object>> {
  const cache = path.join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'samples-'));
  try {
    for (const [name, code] of samples) writeFileSync(path.join(folder, `${name}.mjs`), code);
    const driver = `const print = console.log; const printed = {};
for (const name of ${JSON.stringify([...samples.keys()])}) {
  console.log = (value) => { printed[name] = value; };
  await import(\`./\${name}.mjs\`);
}
print(JSON.stringify(printed));`;
    writeFileSync(path.join(folder, 'driver.mjs'), driver);
    const env = { PATH: process.env.PATH, REELGATE_KEY: gateway.key };
    const { stdout } = await run(process.execPath, [path.join(folder, 'driver.mjs')], {
      env,
      maxBuffer: 2 ** 24,
    });
    return JSON.parse(stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs samples of the Python package in one process, and gives what each printed. */
async function runPython(samples: ReadonlyMap<string, string>): Promise<Record<string, object>> {
  const driver = `import json, sys
printed = {}
for name, code in json.loads(sys.argv[1]).items():
    exec(code, {"print": lambda value, name=name: printed.update({name: value})})
print(json.dumps(printed))`;
  const given = JSON.stringify(Object.fromEntries(samples));
  const env = { ...PYTHON_ENV, REELGATE_KEY: gateway.key };
  const { stdout } = await run('python3', ['-c', driver, given], { env, maxBuffer: 2 ** 24 });
  return JSON.parse(stdout);
}

interface Documented {
  operationId: string;
  'x-operation'?: object;
  responses: object;
}

describe('samples of the reference run as they are pasted', () => {
  const dataRoutes = async () => {
    const { body } = await get('/openapi.json');
    return Object.values<Record<string, Documented>>(body.paths)
      .flatMap((item) => Object.values(item))
      .filter((operation) => operation['x-operation'] !== undefined);
  };

  test('by curl, by the client packages and by the tool for agents, for each data route', async () => {
    const [{ text: page }, routes] = await Promise.all([get('/docs'), dataRoutes()]);
    expect(routes.length).toBeGreaterThan(20);
    const samples = new Map(routes.map(({ operationId }) => [operationId, samplesOf(page, operationId)]));
    const all = (language: string) =>
      new Map([...samples].map(([operationId, own]) => [operationId, own.get(language)!]));
    const printed = await runClient(all('TypeScript'));
    const inPython = hasPython ? await runPython(all('Python')) : printed;
    const tools: string[] = [];
    for (const [operationId, own] of samples) {
      const plain = await runCurl(own.get('curl')!);
      expect([operationId, plain.status, plain.body]).toEqual([operationId, 200, expect.any(String)]);
      const { request_id: _, ...bought } = JSON.parse(plain.body);
      for (const result of [printed, inPython])
        expect(Object.keys(result[operationId]!), operationId).toEqual(
          expect.arrayContaining(Object.keys(bought)),
        );

      const tool = own.get('Tool for agents');
      if (tool === undefined) continue;
      tools.push(operationId);
      const called = await runCurl(tool);
      const { result } = JSON.parse(called.body.replace(/^event: message\ndata: /, ''));
      expect([operationId, called.status, result.isError ?? false]).toEqual([operationId, 200, false]);
      expect(result.structuredContent.charged, operationId).toEqual(expect.any(String));
    }
    expect(tools.length).toBe(toolActions.size);
  }, 60_000);

  test('by curl, for each free route: the answer is one that the route documents', async () => {
    const [{ text: page }, { body }] = await Promise.all([get('/docs'), get('/openapi.json')]);
    const routes = Object.entries<Record<string, Documented>>(body.paths)
      .filter(([at]) => !/^\/api\/u[12]\//.test(at))
      .flatMap(([, item]) => Object.values(item));
    const wrong: string[] = [];
    for (const { operationId, responses } of routes) {
      const { status, body: text } = await runCurl(samplesOf(page, operationId).get('curl')!);
      const isKnown = String(status) in responses && !(status === 404 && text.includes('"ROUTE_NOT_FOUND"'));
      if (!isKnown || status === 400 || status >= 500)
        wrong.push(`${operationId}: ${status} ${text.slice(0, 200)}`);
    }
    expect(wrong).toEqual([]);
  }, 60_000);
});
