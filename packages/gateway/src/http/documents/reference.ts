// Serves the reference: the OpenAPI document and the page made from it. Both are made when first requested, because
// mounts can make them large, and again when their content changes. They need no key. Each listener shows its own
// routes.
import type { Guide } from '../../documents/guides.ts';
import { policyOf } from '../../documents/shell.ts';
import { JSON_TYPE } from '../answers/answer-form.ts';
import { DOCS_PAGE } from '../answers/problem.ts';
import { type ServedFile, sendFile, servedFile } from '../answers/served-file.ts';
import { buildOpenApi, type OpenApi, type OpenApiOptions } from '../openapi/openapi.ts';
import type { Server } from '../server.ts';
import { docsPage } from './docs-page.ts';
import type { PriceList } from './docs-route.ts';
import { DOCS_SCRIPT } from './docs-script.ts';

/**
 * The content changes only with the program or its settings. Five minutes keep a reader's reloads off the gateway.
 */
const CACHE = { 'cache-control': 'public, max-age=300', vary: 'origin' };
const PAGE_POLICY = policyOf(DOCS_SCRIPT);

/** What both listeners show in their reference. */
interface ReferenceText {
  serviceName: string;
  title(): string;
}

/** Where a listener serves its reference: the paths of the two listeners differ. */
interface ReferencePlace {
  document: string;
  page: string;
}

export const PUBLIC_REFERENCE: ReferencePlace = { document: '/openapi.json', page: DOCS_PAGE.public };
export const ADMIN_REFERENCE: ReferencePlace = { document: '/admin/openapi.json', page: DOCS_PAGE.admin };

/** What the document and the page show; they are made again when it changes. */
export interface ReferenceSource extends Omit<OpenApiOptions, 'title'> {
  /** Changes whenever the prices may have changed. */
  pricesVersion?: string;
  /** null when prices need a key. */
  prices?(): Promise<PriceList | null>;
  /** Guides that the navigation lists. */
  guides?(): Promise<readonly Guide[]>;
  /** Whether the samples show tools for agents. */
  hasTools?: boolean;
}

interface WrittenReference {
  built: OpenApi;
  prices: PriceList | null;
  guides: readonly Guide[];
  document: ServedFile;
  page: ServedFile;
}

async function write(
  { serviceName, title }: ReferenceText,
  source: ReferenceSource,
): Promise<WrittenReference> {
  const built = buildOpenApi(serviceName, { ...source, title: title() });
  const prices = (await source.prices?.()) ?? null;
  const guides = (await source.guides?.()) ?? [];
  const page = docsPage(built, { prices, guides, hasTools: source.hasTools ?? true });
  return {
    built,
    prices,
    guides,
    document: servedFile(JSON.stringify(built), { type: JSON_TYPE, headers: CACHE }),
    page: servedFile(page, {
      type: 'text/html; charset=utf-8',
      headers: { ...CACHE, 'content-security-policy': PAGE_POLICY },
    }),
  };
}

export interface Reference {
  /** Changes whenever the reference may have changed. */
  version(): string;
  written(): Promise<WrittenReference>;
}

function createReference(text: ReferenceText, sourceNow: () => ReferenceSource): Reference {
  let last: { of: string; written: Promise<WrittenReference> } | null = null;
  const versionOf = ({ url, platform, showsProviders, pricesVersion, hasTools }: ReferenceSource) =>
    JSON.stringify([text.title(), url, platform, showsProviders, pricesVersion, hasTools]);
  return {
    version: () => versionOf(sourceNow()),
    written() {
      const source = sourceNow();
      const of = versionOf(source);
      if (last?.of !== of) {
        last = { of, written: write(text, source) };
        // The ledger may be unavailable: the next request tries again.
        last.written.catch(() => {
          last = null;
        });
      }
      return last.written;
    },
  };
}

export function serveReference(
  { app, answers }: Server,
  place: ReferencePlace,
  text: ReferenceText,
  sourceNow: () => ReferenceSource,
): Reference {
  const reference = createReference(text, sourceNow);
  app.get(place.document, { exposeHeadRoute: true }, async (request, reply) =>
    sendFile(answers, request, reply, (await reference.written()).document),
  );
  app.get(place.page, { exposeHeadRoute: true }, async (request, reply) =>
    sendFile(answers, request, reply, (await reference.written()).page),
  );
  return reference;
}
