// Owns the addresses of the reference: the OpenAPI document and the page made from it. Both are written once, for the
// first reader, because mounts can make them large; they need no key.
import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Mount } from '../mounts/mount.ts';
import { docsPage } from './docs-page.ts';
import { DOCS_STYLE } from './docs-style.ts';
import { buildOpenApi } from './openapi.ts';
import type { Server } from './server.ts';

/** Changes with the program only; five minutes keep a reader's reloads off the gateway after an update. */
const CACHE = 'public, max-age=300';
/** The page has one inline style sheet and nothing else, so its hash is all that the policy allows. */
const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', DOCS_STYLE, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export interface ReferenceDeps {
  serviceName: string;
  /** Where callers reach this installation, for the examples. */
  publicUrl?: string;
  mounts?: readonly Mount[];
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

export function serveReference({ app, answers }: Server, deps: ReferenceDeps): void {
  const { serviceName, publicUrl, mounts } = deps;
  const document = once(() =>
    buildOpenApi(serviceName, { ...(publicUrl && { publicUrl }), ...(mounts && { mounts }) }),
  );
  const documentText = once(() => JSON.stringify(document()));
  const documentGzip = once(() => gzipSync(documentText()));
  const page = once(() => docsPage(document()));
  const pageGzip = once(() => gzipSync(page()));
  app.get('/openapi.json', { exposeHeadRoute: true }, async (_request, reply) =>
    answers.text(reply, {
      type: 'application/json; charset=utf-8',
      text: documentText(),
      gzip: documentGzip,
      headers: { 'cache-control': CACHE },
    }),
  );
  app.get('/docs', { exposeHeadRoute: true }, async (_request, reply) =>
    answers.text(reply, {
      type: 'text/html; charset=utf-8',
      text: page(),
      gzip: pageGzip,
      headers: { 'cache-control': CACHE, 'content-security-policy': PAGE_POLICY },
    }),
  );
}
