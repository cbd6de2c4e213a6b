// Serves the reference: the OpenAPI document and the page made from it. Both are made when first requested, because
// mounts can make them large, and again when their content changes. They need no key. Each listener shows its own
// routes.
import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { JSON_TYPE } from './answer-form.ts';
import { docsPage } from './docs-page.ts';
import { DOCS_SCRIPT } from './docs-script.ts';
import { DOCS_STYLE } from './docs-style.ts';
import { buildOpenApi, type OpenApiOptions } from './openapi.ts';
import { DOCS_PAGE } from './problem.ts';
import type { Server } from './server.ts';

/**
 * The content changes only with the program or its settings. Five minutes keep a reader's reloads off the gateway.
 */
const CACHE = 'public, max-age=300';
const hashOf = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;
/** The page contains one style sheet and one script, so the policy allows exactly their hashes. */
const PAGE_POLICY = `default-src 'none'; style-src ${hashOf(DOCS_STYLE)}; script-src ${hashOf(DOCS_SCRIPT)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** What both listeners show in their reference. */
export interface ReferenceText {
  serviceName: string;
  title(): string;
}

/** Where a listener serves its reference: the paths of the two listeners differ. */
export interface ReferencePlace {
  document: string;
  page: string;
}

export const PUBLIC_REFERENCE: ReferencePlace = { document: '/openapi.json', page: DOCS_PAGE.public };
export const ADMIN_REFERENCE: ReferencePlace = { document: '/admin/openapi.json', page: DOCS_PAGE.admin };

/** A price of the catalog. */
export interface ShownPrice {
  path: string;
  unit_price: string;
  unit: string;
}

/** What the document and the page show; they are made again when it changes. */
export interface ReferenceSource extends Omit<OpenApiOptions, 'title'> {
  /** Changes whenever the prices may have changed. */
  pricesVersion?: string;
  /** null when prices need a key. */
  prices?(): Promise<{ endpoints: readonly ShownPrice[]; currency: string } | null>;
}

interface Written {
  document: string;
  documentGzip: Buffer;
  page: string;
  pageGzip: Buffer;
}

async function write({ serviceName, title }: ReferenceText, source: ReferenceSource): Promise<Written> {
  const built = buildOpenApi(serviceName, { ...source, title: title() });
  const prices = (await source.prices?.()) ?? null;
  const [document, page] = [JSON.stringify(built), docsPage(built, { prices })];
  return { document, documentGzip: gzipSync(document), page, pageGzip: gzipSync(page) };
}

export function serveReference(
  { app, answers }: Server,
  place: ReferencePlace,
  text: ReferenceText,
  sourceNow: () => ReferenceSource,
): void {
  let last: { of: string; written: Promise<Written> } | null = null;
  const written = () => {
    const source = sourceNow();
    const { url, platform, showsProviders, pricesVersion } = source;
    const of = JSON.stringify([text.title(), url, platform, showsProviders, pricesVersion]);
    if (last?.of !== of) {
      last = { of, written: write(text, source) };
      // The ledger may be unavailable: the next request tries again.
      last.written.catch(() => {
        last = null;
      });
    }
    return last.written;
  };
  app.get(place.document, { exposeHeadRoute: true }, async (_request, reply) => {
    const { document, documentGzip } = await written();
    return answers.text(reply, {
      type: JSON_TYPE,
      text: document,
      gzip: documentGzip,
      headers: { 'cache-control': CACHE },
    });
  });
  app.get(place.page, { exposeHeadRoute: true }, async (_request, reply) => {
    const { page, pageGzip } = await written();
    return answers.text(reply, {
      type: 'text/html; charset=utf-8',
      text: page,
      gzip: pageGzip,
      headers: { 'cache-control': CACHE, 'content-security-policy': PAGE_POLICY },
    });
  });
}
