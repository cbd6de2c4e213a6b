// Runs the suite on the runtimes that have a command line: Node, Bun and Deno. Prints the verdicts as one line of JSON.
// Run: <runtime> main.js PROXY_URL API_KEY
import { inspect } from 'node:util';
import { runSuite } from './suite.ts';

const [proxyUrl, apiKey] = process.argv.slice(2) as [string, string];
// The published package lies beside this file.
const client = await import('./client/lib/index.js' as string);
console.log(JSON.stringify(await runSuite({ client, proxyUrl, apiKey, inspect: (value) => inspect(value) })));
