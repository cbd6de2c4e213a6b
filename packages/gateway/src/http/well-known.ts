// What strangers' software asks of any host: the root, the rules for robots, whom to tell of a security problem, and the catalog of APIs. No
// key is needed, and nothing here depends on who asks.
import { type Clock, formatTime } from '../domain/clock.ts';
import { DAY_MS } from '../domain/duration.ts';
import { failure } from '../domain/failure.ts';
import { pricing } from '../features/catalog/price.account.ts';
import { serviceStatus } from '../features/status/status.account.ts';
import { type ServedFile, sendFile, servedFile } from './answers/served-file.ts';
import { MODEL_TEXTS } from './documents/document-pages.ts';
import { PUBLIC_REFERENCE } from './documents/reference.ts';
import { type PageFiles, PORTAL_PLACE, wantsPage } from './pages.ts';
import type { Server } from './server.ts';

export interface WellKnown {
  portal: PageFiles;
  title(): string;
  /** The origin under which callers see the gateway. */
  publicUrl(): string;
  /** Whom to tell of a security problem, as a `mailto:` or `https:` address; null: security.txt is not served. */
  securityContact(): string | null;
  clock: Clock;
}

/** The status page in an address that people can remember. */
export const STATUS_PAGE = '/status';
export const API_CATALOG = '/.well-known/api-catalog';
export const SECURITY_TEXT = '/.well-known/security.txt';

/** Documents may be read by robots. Everything else is an account's, or costs money. */
const ROBOTS = `User-agent: *\nDisallow: /api/\nDisallow: ${PORTAL_PLACE.pages[0]}\nDisallow: /mcp\n`;
/** RFC 9116 wants a date of less than a year; readers ask again long before. */
const SECURITY_TEXT_MS = 180 * DAY_MS;
const KEPT = { 'cache-control': 'public, max-age=3600' };
const TEXT = { type: 'text/plain; charset=utf-8', headers: KEPT };
const LINKSET = {
  type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  headers: KEPT,
};

export function serveWellKnown({ app, answers }: Server, known: WellKnown): void {
  const free = { exposeHeadRoute: true };
  const { page: reference, document } = PUBLIC_REFERENCE;
  const portal = known.portal.size > 0 ? PORTAL_PLACE.pages.at(-1)! : null;

  // A browser is led to the portal; programs learn where everything is.
  app.get('/', free, async (request, reply) => {
    reply.header('vary', 'accept').header('link', `<${API_CATALOG}>; rel="api-catalog"`);
    if (wantsPage(request)) return reply.redirect(portal ?? reference, 302);
    return answers.object(reply, 200, {
      name: known.title(),
      docs: reference,
      openapi: document,
      prices: pricing.path,
      status: serviceStatus.path,
      ...(portal !== null && { portal }),
      llms: MODEL_TEXTS.short,
    });
  });
  // Without built pages it leads to the same figures as JSON.
  const status = portal === null ? serviceStatus.path : `${portal}#/status`;
  app.get(STATUS_PAGE, free, async (_request, reply) => reply.redirect(status, 302));

  const serve = (path: string, file: () => ServedFile | null) =>
    app.get(path, free, async (request, reply) => {
      const found = file();
      if (found === null) return answers.failure(reply, failure('NOT_FOUND', NO_CONTACT));
      return sendFile(answers, request, reply, found);
    });
  const robots = servedFile(ROBOTS, TEXT);
  serve('/robots.txt', () => robots);
  serve(SECURITY_TEXT, () => {
    const contact = known.securityContact();
    return contact === null ? null : servedFile(securityText(known, contact), TEXT);
  });
  serve(API_CATALOG, () => servedFile(JSON.stringify(catalogOf(known.publicUrl())), LINKSET));
}

const NO_CONTACT =
  'The operator has named nobody for security problems: `service.security_contact` is not set.';

/** The date changes once a day, so that the text can be kept meanwhile. */
function securityText({ clock, publicUrl }: WellKnown, contact: string): string {
  const today = clock.nowMs() - (clock.nowMs() % DAY_MS);
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${formatTime(today + SECURITY_TEXT_MS)}`,
    `Canonical: ${publicUrl()}${SECURITY_TEXT}`,
    'Preferred-Languages: en',
  ];
  return `${lines.join('\n')}\n`;
}

/** RFC 9727, with the relations of RFC 8631. */
function catalogOf(base: string) {
  const link = (path: string, type: string) => [{ href: `${base}${path}`, type }];
  return {
    linkset: [
      {
        anchor: `${base}/`,
        'service-desc': link(PUBLIC_REFERENCE.document, 'application/json'),
        'service-doc': link(PUBLIC_REFERENCE.page, 'text/html'),
        status: link(serviceStatus.path, 'application/json'),
      },
    ],
  };
}
