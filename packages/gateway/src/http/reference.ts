// Owns the addresses of the reference: the OpenAPI document and the page made from it. Both are written for the first reader, because
// mounts can make them large, and again when the public address changes; they need no key.
import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Mount } from '../mounts/mount.ts';
import { JSON_TYPE } from './answer-form.ts';
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
  publicUrl?(): string;
  mounts?: readonly Mount[];
}

interface Written {
  publicUrl: string | undefined;
  document: string;
  documentGzip: Buffer;
  page: string;
  pageGzip: Buffer;
}

function write({ serviceName, mounts }: ReferenceDeps, publicUrl: string | undefined): Written {
  const built = buildOpenApi(serviceName, { ...(publicUrl && { publicUrl }), ...(mounts && { mounts }) });
  const [document, page] = [JSON.stringify(built), docsPage(built)];
  return { publicUrl, document, documentGzip: gzipSync(document), page, pageGzip: gzipSync(page) };
}

export function serveReference({ app, answers }: Server, deps: ReferenceDeps): void {
  let last: Written | null = null;
  const written = () => {
    const publicUrl = deps.publicUrl?.();
    if (last?.publicUrl !== publicUrl || last === null) last = write(deps, publicUrl);
    return last;
  };
  app.get('/openapi.json', { exposeHeadRoute: true }, async (_request, reply) => {
    const { document, documentGzip } = written();
    return answers.text(reply, {
      type: JSON_TYPE,
      text: document,
      gzip: documentGzip,
      headers: { 'cache-control': CACHE },
    });
  });
  app.get('/docs', { exposeHeadRoute: true }, async (_request, reply) => {
    const { page, pageGzip } = written();
    return answers.text(reply, {
      type: 'text/html; charset=utf-8',
      text: page,
      gzip: pageGzip,
      headers: { 'cache-control': CACHE, 'content-security-policy': PAGE_POLICY },
    });
  });
}
