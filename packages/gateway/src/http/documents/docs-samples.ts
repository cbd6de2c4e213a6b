// The samples of the reference page: one request of a route by curl, by the client packages for TypeScript and Python, by a tool for
// agents, and without a package in JavaScript and Python. They contain the gateway's real address and read the key from the environment, so that they
// run as they are.
import type { ToolSample } from '../../mcp/paid-tools.ts';
import { type PythonCall, pythonCall, pythonProgram } from './python-code.ts';

/** A method of the client packages with its parameters, or any other route by its path. */
export type ClientCall =
  | PythonCall
  | { path: string; query: Readonly<Record<string, string>>; body: unknown };

/** One request with sample values. */
export interface SampledRequest {
  method: string;
  /** With the origin, without the query. */
  url: string;
  query: Readonly<Record<string, string>>;
  /** null when the request has no body. */
  body: unknown;
  /** The environment variable with the credential; null when none is needed. */
  credential: 'REELGATE_KEY' | 'REELGATE_ADMIN_TOKEN' | null;
  /** The call of a client package; null when they have none. */
  client: ClientCall | null;
  /** The call of the tool that buys the same; null when there is none. */
  tool: (ToolSample & { url: string }) | null;
}

export interface CodeSample {
  language: string;
  code: string;
  /** Shown side by side with the other main ones; the rest is folded. */
  isMain: boolean;
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const literal = (value: unknown) => JSON.stringify(value);

const IMPORT_ENV = "import { env } from 'node:process';";

/** The sequence on the page. A client package for another language is one more row here, after Python. */
export function samplesOf(request: SampledRequest): CodeSample[] {
  const { client, tool } = request;
  const rows: [language: string, code: string | null, isMain: boolean][] = [
    ['curl', curl(request), true],
    ['TypeScript', client === null ? null : clientCode(request, client), true],
    ['Python', client === null ? null : pythonClientCode(request, client), true],
    ['Tool for agents', tool === null ? null : toolCode(tool), true],
    ['JavaScript without a package', fetchCode(request), false],
    ['Python without a package', python(request), false],
  ];
  return rows.flatMap(([language, code, isMain]) => (code === null ? [] : [{ language, code, isMain }]));
}

/** The revision of the protocol whose calls need no handshake before them. */
const TOOL_REVISION = '2025-11-25';

function toolCode({ url, name, arguments: given }: NonNullable<SampledRequest['tool']>): string {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } };
  return [
    `curl ${quoted(url)}`,
    '-H "Authorization: Bearer $REELGATE_KEY"',
    "-H 'Content-Type: application/json'",
    "-H 'Accept: application/json, text/event-stream'",
    `-H 'MCP-Protocol-Version: ${TOOL_REVISION}'`,
    `-d ${quoted(JSON.stringify(call, null, 2))}`,
  ].join(' \\\n  ');
}

function curl({ method, url, query, body, credential }: SampledRequest): string {
  const fields = Object.entries(query);
  const verb = method === 'GET' ? (fields.length > 0 ? ' -G' : '') : ` -X ${method}`;
  const lines = [
    `curl${verb} ${quoted(url)}`,
    ...(credential === null ? [] : [`-H "Authorization: Bearer $${credential}"`]),
    ...(body === null ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(literal(body))}`]),
    ...fields.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`),
  ];
  return lines.join(' \\\n  ');
}

function fetchCode({ method, url, query, body, credential }: SampledRequest): string {
  const fields = Object.entries(query);
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...headerLines(body, credential, (name) => `\`Bearer \${env.${name}}\``),
    ...(body === null ? [] : [`  body: JSON.stringify(${literal(body)}),`]),
  ];
  const given = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`;
  const address = fields.length === 0 ? literal(url) : `\`${url}?\${query}\``;
  const lines = [
    ...(credential === null ? [] : [IMPORT_ENV, '']),
    ...(fields.length === 0 ? [] : [`const query = new URLSearchParams(${literal(query)});`]),
    `const answer = await fetch(${address}${given});`,
    'const result = await answer.json();',
  ];
  return lines.join('\n');
}

function headerLines(body: unknown, credential: string | null, bearer: (name: string) => string): string[] {
  const headers = [
    ...(credential === null ? [] : [`    authorization: ${bearer(credential)},`]),
    ...(body === null ? [] : [`    'content-type': 'application/json',`]),
  ];
  return headers.length === 0 ? [] : ['  headers: {', ...headers, '  },'];
}

function clientCode({ url }: SampledRequest, client: ClientCall): string {
  return `${IMPORT_ENV}
import { Reelgate } from 'reelgate-client';

const reelgate = new Reelgate({
  baseUrl: ${literal(new URL(url).origin)},
  apiKey: env.REELGATE_KEY,
});
const result = await reelgate.${typescriptCall(client)};
console.log(result);`;
}

function typescriptCall(client: ClientCall): string {
  if ('method' in client) return `${client.method}(${JSON.stringify(client.input, null, 2)})`;
  const { path, query, body } = client;
  return `request(${[path, query, ...(body === null ? [] : [{}, body])].map(literal).join(', ')})`;
}

function pythonClientCode({ url }: SampledRequest, client: ClientCall): string {
  return pythonProgram(new URL(url).origin, 'method' in client ? pythonCall(client) : pythonRequest(client));
}

function pythonRequest({ path, query, body }: Extract<ClientCall, { path: string }>): string {
  return `request(${[path, query, ...(body === null ? [] : [body])].map(pythonValue).join(', ')}).data`;
}

function python({ method, url, query, body, credential }: SampledRequest): string {
  const fields = Object.entries(query);
  const headers = [
    ...(credential === null ? [] : [`    "Authorization": f"Bearer {os.environ['${credential}']}",`]),
    ...(body === null ? [] : ['    "Content-Type": "application/json",']),
  ];
  const given = [
    ...(body === null ? [] : [`data=json.dumps(${pythonValue(body)}).encode()`]),
    ...(headers.length === 0 ? [] : [`headers={\n${headers.join('\n')}\n}`]),
    ...(method === 'GET' ? [] : [`method="${method}"`]),
  ];
  const address = fields.length === 0 ? literal(url) : `${literal(`${url}?`)} + query`;
  const lines = [
    'import json, os, urllib.parse, urllib.request',
    '',
    ...(fields.length === 0 ? [] : [`query = urllib.parse.urlencode(${pythonValue(query)})`]),
    `request = urllib.request.Request(${[address, ...given].join(', ')})`,
    'print(json.load(urllib.request.urlopen(request)))',
  ];
  return lines.join('\n');
}

/** Python writes three values unlike JSON: None, True and False. */
function pythonValue(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`;
  if (typeof value !== 'object') return literal(value);
  const fields = Object.entries(value).map(([name, one]) => `${literal(name)}: ${pythonValue(one)}`);
  return `{${fields.join(', ')}}`;
}
