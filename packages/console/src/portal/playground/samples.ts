// The same call as code in four languages. Pure.
import { pythonCall, pythonProgram } from '../../../../gateway/src/http/documents/python-code.ts';
import { toDecimal } from '../../money/money.ts';
import type { Call } from './call.ts';
import { OPERATIONS, type OperationName } from './operations.ts';

export const LANGUAGES = ['curl', 'fetch', 'client', 'python'] as const;
export type SampleLanguage = (typeof LANGUAGES)[number];

interface Sampled {
  base: string;
  call: Call;
  requestId: string;
  maxPrice: bigint;
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const literal = (text: string) => JSON.stringify(text);

function curl({ base, call, requestId, maxPrice }: Sampled): string {
  const lines = [
    `curl -G ${quoted(base + call.path)}`,
    `-H "Authorization: Bearer $REELGATE_KEY"`,
    `-H ${quoted(`x-reelgate-request-id: ${requestId}`)}`,
    `-H ${quoted(`x-reelgate-max-price: ${toDecimal(maxPrice)}`)}`,
    ...Object.entries(call.query).map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`),
  ];
  return lines.join(' \\\n  ');
}

function queryLines(query: Record<string, string>): string {
  return Object.entries(query)
    .map(([name, value]) => `  ${name}: ${literal(value)},`)
    .join('\n');
}

function fetchCode({ base, call, requestId, maxPrice }: Sampled): string {
  return `const query = new URLSearchParams({
${queryLines(call.query)}
});
const answer = await fetch(\`${base}${call.path}?\${query}\`, {
  headers: {
    authorization: \`Bearer \${process.env.REELGATE_KEY}\`,
    'x-reelgate-request-id': ${literal(requestId)},
    'x-reelgate-max-price': '${toDecimal(maxPrice)}',
  },
});
const page = await answer.json();`;
}

/** The parameters of both client packages. */
function inputOf({ endpoint: { platform, group, variant }, query }: Call): Record<string, string> {
  return {
    platform,
    ...query,
    ...(group === 'u2' && { group }),
    ...(variant === 'economy' && { variant }),
  };
}

const operationOf = ({ endpoint }: Call) => OPERATIONS[endpoint.operation as OperationName];

function clientCode({ base, call, maxPrice }: Sampled): string {
  return `import { Reelgate } from 'reelgate-client';

const reelgate = new Reelgate({
  baseUrl: ${literal(base)},
  apiKey: process.env.REELGATE_KEY,
});
const page = await reelgate.${operationOf(call).method}({
${queryLines(inputOf(call))}
}, { maxPrice: '${toDecimal(maxPrice)}' });`;
}

function python({ base, call, requestId, maxPrice }: Sampled): string {
  const { method, paged } = operationOf(call);
  const options = { request_id: requestId, max_price: toDecimal(maxPrice) };
  const input = { ...inputOf(call), ...options };
  return pythonProgram(base, pythonCall({ method, isList: paged, input }));
}

const WRITERS: Record<SampleLanguage, (sampled: Sampled) => string> = {
  curl,
  fetch: fetchCode,
  client: clientCode,
  python,
};

export function sampleOf(language: SampleLanguage, sampled: Sampled): string {
  return WRITERS[language](sampled);
}
