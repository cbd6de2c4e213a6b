// A gateway as a competent user writes it with Fastify: key check, limit per key, proxy; with --insert also one row per call in
// SQLite, as safe as Reelgate's. JavaScript, because its packages are installed apart from the project's and its types too.
// Run: node fastify-gateway.js UPSTREAM KEY [--insert FILE]
import { DatabaseSync } from 'node:sqlite';
import bearerAuth from '@fastify/bearer-auth';
import proxy from '@fastify/http-proxy';
import rateLimit from '@fastify/rate-limit';
import fastify from 'fastify';

const [upstream, key, , file] = process.argv.slice(2);

const app = fastify();
await app.register(rateLimit, {
  max: 1_000_000_000,
  timeWindow: '1 minute',
  keyGenerator: (request) => request.headers.authorization ?? request.ip,
});
await app.register(bearerAuth, { keys: new Set([key]) });
await app.register(proxy, { upstream, undici: { connections: 512, pipelining: 1 } });
if (file !== undefined) recordCalls(file);

function recordCalls(file) {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  db.exec('CREATE TABLE calls (id INTEGER PRIMARY KEY, at INTEGER, key TEXT, url TEXT, status INTEGER)');
  const insert = db.prepare('INSERT INTO calls (at, key, url, status) VALUES (?, ?, ?, ?)');
  app.addHook('onResponse', async (request, reply) => {
    insert.run(Date.now(), key.slice(0, 12), request.url, reply.statusCode);
  });
}

process.stdout.write(`serves ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
process.on('SIGTERM', () => process.exit(0));
