// The same gateway as a competent user writes it with Express: key check, limit per key, proxy over kept connections.
// JavaScript, because its packages are installed apart from the project's and its types too.
// Run: node express-gateway.js UPSTREAM KEY
import { Agent } from 'node:http';
import express from 'express';
import { rateLimit } from 'express-rate-limit';
import { createProxyMiddleware } from 'http-proxy-middleware';

const [upstream, key] = process.argv.slice(2);

const app = express();
app.use((request, response, next) => {
  if (request.get('authorization') === `Bearer ${key}`) next();
  else response.status(401).json({ error: 'unauthorized' });
});
app.use(
  rateLimit({
    windowMs: 60_000,
    limit: 1_000_000_000,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    keyGenerator: (request) => request.get('authorization'),
  }),
);
app.use(
  createProxyMiddleware({
    target: upstream,
    agent: new Agent({ keepAlive: true, maxSockets: 512 }),
    xfwd: false,
  }),
);

const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`serves http://127.0.0.1:${server.address().port}\n`);
});
process.on('SIGTERM', () => process.exit(0));
