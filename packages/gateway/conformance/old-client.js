// Calls one tool with the official client of the older protocol revisions, and prints the result as JSON. Run: node
// old-client.js http URL KEY TOOL ARGUMENTS, or node old-client.js stdio COMMAND TOOL ARGUMENTS (the last three as
// JSON).
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const [kind, ...rest] = process.argv.slice(2);
const [name, given] = rest.slice(-2);

function transport() {
  if (kind === 'http') {
    const requestInit = { headers: { authorization: `Bearer ${rest[1]}` } };
    return new StreamableHTTPClientTransport(new URL(rest[0]), { requestInit });
  }
  const [command, ...args] = JSON.parse(rest[0]);
  return new StdioClientTransport({ command, args, env: process.env });
}

const client = new Client({ name: 'old', version: '1' });
await client.connect(transport());
const { tools } = await client.listTools();
const result = await client.callTool({ name, arguments: JSON.parse(given) });
console.log(JSON.stringify({ tools: tools.length, ...result }));
await client.close();
