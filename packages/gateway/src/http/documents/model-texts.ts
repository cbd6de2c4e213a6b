// `/llms.txt` and `/llms-full.txt`: what a language model needs to use this gateway, with its own address, platforms and prices. Prices are
// those that a caller without a key sees. Prices of single accounts are never part of it.
import { type Guide, servedFiles } from '../../documents/guides.ts';
import { servedMarkdown } from '../../documents/links.ts';
import { DOCS_PAGE, ERRORS_PAGE } from '../answers/problem.ts';
import type { OpenApi } from '../openapi/openapi.ts';
import { type PriceList, type RoutePrice, shortPrice } from './docs-route.ts';
import { guidePath } from './document-pages.ts';
import { errorListMarkdown } from './error-pages.ts';

export interface ModelFacts {
  document: OpenApi;
  guides: readonly Guide[];
  /** null when prices need a key. */
  prices: PriceList | null;
  hasTools: boolean;
}

/** The short text: links with a sentence each, and one line for each platform. */
export function shortText(facts: ModelFacts): string {
  const { guides } = facts;
  const linksOf = (audience: Guide['audience']) =>
    guides.filter((guide) => guide.audience === audience).map((guide) => guideLink(facts, guide));
  const optional = linksOf('operators');
  return parts([
    head(facts),
    `## Platforms and prices\n\n${platformsText(facts)}`,
    `## Data routes\n\n${routeLines(facts)}`,
    `## Reference\n\n${referenceLines(facts)}`,
    `## Guides\n\n${linksOf('callers').join('\n')}`,
    ...(optional.length === 0
      ? []
      : [`## Optional\n\nFor those who run a gateway.\n\n${optional.join('\n')}`]),
  ]);
}

/** The long text: everything that a caller needs in one file. */
export function fullText(facts: ModelFacts): string {
  const base = baseOf(facts);
  const guides = facts.guides.filter(({ audience }) => audience === 'callers');
  const served = servedFiles(facts.guides);
  return parts([
    head(facts),
    `## Platforms and prices\n\n${platformsText(facts)}`,
    `## Data routes\n\n${routeLines(facts)}`,
    ...(facts.prices === null ? [] : [`## Prices of all paths\n\n${priceTable(facts.prices)}`]),
    `## Reference\n\n${referenceLines(facts)}`,
    errorListMarkdown(base),
    ...guides.map(({ markdown, file }) => servedMarkdown(markdown, file, served, base).trim()),
  ]);
}

const parts = (texts: readonly string[]) => `${texts.map((text) => text.trim()).join('\n\n')}\n`;
const baseOf = ({ document }: ModelFacts): string => document.servers[0].url;

function head(facts: ModelFacts): string {
  const { title, summary, description } = facts.document.info;
  const header: string = facts.document.components.parameters.RequestId.name;
  const tools = facts.hasTools
    ? `\n- Tools for agents (Model Context Protocol): \`POST ${baseOf(facts)}/mcp\` with the same key.`
    : '';
  return `# ${oneLine(title)}

> ${summary} ${description}

- Base address: ${baseOf(facts)}
- Send \`Authorization: Bearer <key>\` with every call. Never put a key into an address.
- Send a \`${header}\` of your own: repeating a call with the same id is never charged twice.
- For the next page, send the \`pcursor\` of the answer before, unchanged. The last page has \`no_more\`.
- Append \`.md\` to a document's address for its Markdown.${tools}`;
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ');

function guideLink(facts: ModelFacts, guide: Guide): string {
  const note = guide.summary === '' ? '' : `: ${guide.summary}`;
  return `- [${guide.title}](${baseOf(facts)}${guidePath(guide)}.md)${note}`;
}

function referenceLines(facts: ModelFacts): string {
  const base = baseOf(facts);
  return [
    `- [Reference](${base}${DOCS_PAGE.public}): every route with samples, parameters, prices and errors, as a page.`,
    `- [OpenAPI document](${base}/openapi.json): the same for programs.`,
    `- [Error codes](${base}${ERRORS_PAGE}.md): what each means, whether it was charged, what to do next.`,
    `- [Prices](${base}/api/pricing/v1/endpoints): the price of every path for your key.`,
  ].join('\n');
}

interface Listed {
  summary: string;
  'x-operation'?: object;
}

function routeLines({ document }: ModelFacts): string {
  const listed = Object.entries<Record<string, Listed>>(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation['x-operation'] !== undefined)
      .map(([method, { summary }]) => `- \`${method.toUpperCase()} ${path}\`: ${summary}.`),
  );
  return listed.join('\n');
}

const ELSEWHERE =
  'This gateway shows its platforms and prices to holders of a key: `GET /api/pricing/v1/endpoints`.';

function platformsText({ prices }: ModelFacts): string {
  if (prices === null) return ELSEWHERE;
  const routes = prices.endpoints.filter(({ purpose }) => purpose === undefined);
  const lines = [...Map.groupBy(routes, ({ platform }) => platform)].map(
    ([platform, own]) => `- \`${platform}\`: ${actionPrices(own)}`,
  );
  return `Prices are in ${prices.currency}, for each call unless a line says otherwise. Only a success is charged.\n\n${lines.join('\n')}`;
}

/** One entry for each action. Groups with the same price share it. */
function actionPrices(routes: readonly RoutePrice[]): string {
  const written = new Map<string, string[]>();
  for (const { path, group, unit_price, unit } of routes) {
    const price = unit === 'leg' ? 'sum of its platforms' : shortPrice(unit_price);
    const text = `\`${actionOf(path)}\` ${price}${unit === 'item' ? ' per item' : ''}`;
    written.set(text, [...(written.get(text) ?? []), group]);
  }
  const groups = new Set(routes.map(({ group }) => group));
  return [...written]
    .map(([text, own]) => (own.length === groups.size ? text : `${text} (${own.join(', ')})`))
    .join(', ');
}

/** The path behind the platform's name. */
const actionOf = (path: string) =>
  path
    .split('/')
    .slice(5)
    .join('/')
    .replace(/^app\//, '');

function priceTable({ endpoints, currency }: PriceList): string {
  const rows = endpoints.map(
    ({ path, unit_price, unit, free_per_day }) =>
      `| \`${path}\` | ${unit === 'leg' ? 'sum' : shortPrice(unit_price)} | ${unit} | ${free_per_day ?? ''} |`,
  );
  return `| Path | ${currency} | per | free per day |\n|---|---|---|---|\n${rows.join('\n')}`;
}
