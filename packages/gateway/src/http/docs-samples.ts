// The samples of the reference page: one request of a route in curl, fetch, the client package and Python. They
// contain the gateway's real address and read the key from the environment, so that they run as they are.

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
  /** The method call of the client package; null when it has none. */
  client: string | null;
}

export interface CodeSample {
  language: string;
  code: string;
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const literal = (value: unknown) => JSON.stringify(value);

const IMPORT_ENV = "import { env } from 'node:process';";

export function samplesOf(request: SampledRequest): CodeSample[] {
  return [
    { language: 'curl', code: curl(request) },
    { language: 'fetch', code: fetchCode(request) },
    ...(request.client === null ? [] : [{ language: 'client', code: clientCode(request, request.client) }]),
    { language: 'Python', code: python(request) },
  ];
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

function clientCode({ url }: SampledRequest, call: string): string {
  return `${IMPORT_ENV}
import { Reelgate } from 'reelgate-client';

const reelgate = new Reelgate({ baseUrl: ${literal(new URL(url).origin)}, apiKey: env.REELGATE_KEY });
const result = await reelgate.${call};`;
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
