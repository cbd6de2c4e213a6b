// Serves the files of a listener's pages from a fixed map of path → bytes, which is made once at the start. Any other
// path is 404, and no file is ever opened here.
import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '../documents/shell.ts';
import { failure } from '../domain/failure.ts';
import { type ServedFile, sendFile, servedFile } from './answers/served-file.ts';
import { rawPathOf } from './route-table.ts';
import type { Server } from './server.ts';

/** Path → bytes. */
export type PageFiles = ReadonlyMap<string, Uint8Array>;

/** The operator's logo; `ending` is the ending of its file name. */
export interface LogoFile {
  bytes: Uint8Array;
  ending: string;
}

/** What a page shows of the service before sign-in. */
interface ServiceFace {
  title: string;
  publicUrl: string;
}

/** Where the pages of a listener are: the page itself, and the folder of its assets. */
export interface PagePlace {
  pages: readonly string[];
  assets: string;
}

export const CONSOLE_PLACE: PagePlace = { pages: ['/'], assets: '/assets/' };
export const PORTAL_PLACE: PagePlace = { pages: ['/portal', '/portal/'], assets: '/portal/assets/' };

/**
 * No inline script or style, nothing from another origin, and no framing. Pictures of platforms come through the
 * gateway.
 */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
};

/** For files whose names change with their content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** What the pages of one listener are made of. */
interface PageSource {
  files: PageFiles;
  logo: LogoFile | null;
  /** Called for each request: settings may change while the gateway runs. */
  face(): ServiceFace;
}

export function servePages(
  { app, answers }: Server,
  place: PagePlace,
  { files, logo, face }: PageSource,
): void {
  const page = place.pages[0]!;
  const shownLogo = logo && logoPath(place, logo);
  const all = new Map([...files, ...(shownLogo === null ? [] : [[shownLogo, logo!.bytes] as const])]);
  const known = new Map([...all].map(([path, bytes]) => [path, fileOf(place, path, bytes)]));
  const pageNow = createFacedPage(place, files.get(page), shownLogo);
  const serve = (path: string, request: FastifyRequest, reply: FastifyReply) => {
    const file = path === page ? pageNow(face()) : known.get(path);
    if (file) return sendFile(answers, request, reply, file);
    if (path === page && wantsPage(request)) return sendNotBuilt(answers, reply, face().title);
    return answers.failure(reply, failure('NOT_FOUND', path === page ? NOT_BUILT : 'There is no such file.'));
  };
  for (const path of place.pages) {
    app.get(path, { exposeHeadRoute: true }, async (request, reply) => serve(page, request, reply));
  }
  app.get(`${place.assets}:name`, { exposeHeadRoute: true }, async (request, reply) =>
    serve(rawPathOf(request.raw.url ?? ''), request, reply),
  );
}

/** Also printed at the start. */
export const NOT_BUILT =
  'The pages of console and portal are not built. Run "npm ci" with development dependencies to build them.';

/** Browsers that open a page accept HTML; programs do not ask for it. */
export function wantsPage({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers.accept?.includes('text/html') === true;
}

/** An HTML page, for people who open it in a browser. */
function sendNotBuilt(answers: Server['answers'], reply: FastifyReply, title: string): FastifyReply {
  const name = escapeHtml(title);
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${name}</title><h1>${name}</h1><p>${escapeHtml(NOT_BUILT)}</p></html>`;
  const headers = { 'cache-control': 'no-cache', 'content-security-policy': PAGE_POLICY };
  return answers.bytes(reply, { status: 404, type: TYPES.html!, bytes: Buffer.from(page), headers });
}

/** The name changes with the content, like the names of built files. */
function logoPath({ assets }: PagePlace, { bytes, ending }: LogoFile): string {
  return `${assets}logo-${hash('sha256', bytes, 'hex').slice(0, 12)}.${ending}`;
}

/** The page with the name of the service in it, rendered again only when that changes. */
function createFacedPage(place: PagePlace, bytes: Uint8Array | undefined, logo: string | null) {
  if (bytes === undefined) return () => null;
  const text = Buffer.from(bytes).toString();
  let last: { said: string; file: ServedFile } | null = null;
  return ({ title, publicUrl }: ServiceFace): ServedFile => {
    const said = JSON.stringify({ title, logo, public_url: publicUrl });
    if (last?.said !== said) {
      last = { said, file: fileOf(place, place.pages[0]!, Buffer.from(withFace(text, title, said))) };
    }
    return last.file;
  };
}

/** Puts the facts in front of the title as a meta tag: the policy allows no inline script. */
function withFace(page: string, title: string, said: string): string {
  const [before, after] = page.split('<title>', 2);
  if (after === undefined) return page;
  const named = after.replace(BUILT_TITLE, () => escapeHtml(title));
  return `${before}<meta name="service" content="${escapeHtml(said)}"><title>${named}`;
}

/** The start of the title in the built pages. */
const BUILT_TITLE = 'Reelgate';

function fileOf(place: PagePlace, path: string, bytes: Uint8Array): ServedFile {
  const isPage = path === place.pages[0];
  return servedFile(bytes, {
    type: (isPage ? TYPES.html : TYPES[path.slice(path.lastIndexOf('.') + 1)]) ?? 'application/octet-stream',
    headers: {
      'cache-control': isPage ? 'no-cache' : IMMUTABLE,
      'content-security-policy': PAGE_POLICY,
      'cross-origin-opener-policy': 'same-origin',
    },
  });
}
