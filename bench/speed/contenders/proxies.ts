// nginx and HAProxy with a key check and a limit per key, where they are installed. One worker each, like every other contender; temporary
// files are in the run's own folder.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Contender, Missing } from '../contender.ts';
import { freePort, Running } from '../processes.ts';
import { readsProc } from '../usage.ts';
import { PLAIN_KEY } from './do-it-yourself.ts';

/** Folders besides PATH where distributions install servers: /usr/sbin is often not in PATH. */
const FOLDERS = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];

function find(name: string): string | Missing {
  if (!readsProc) return { missing: 'its CPU can be read on Linux only' };
  const folder = FOLDERS.find((at) => at !== '' && existsSync(path.join(at, name)));
  return folder === undefined ? { missing: 'not installed' } : path.join(folder, name);
}

async function start(command: string, args: string[], port: number): Promise<Contender> {
  const running = new Running({ command, args });
  await running.listens(port);
  return { port, usage: () => running.usage(), stop: () => running.stop() };
}

export async function startNginx(upstream: string, folder: string): Promise<Contender | Missing> {
  const command = find('nginx');
  if (typeof command !== 'string') return command;
  const port = await freePort();
  const file = path.join(folder, 'nginx.conf');
  for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(path.join(folder, name));
  writeFileSync(file, nginxConfig({ upstream: new URL(upstream).host, port, folder }));
  return start(command, ['-p', folder, '-c', file, '-e', path.join(folder, 'error.log')], port);
}

/** Kept connections, as its manual advises. The limit is far above what can be reached, so that only its counting costs. */
function nginxConfig({ upstream, port, folder }: { upstream: string; port: number; folder: string }): string {
  return `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log error;
events { worker_connections 4096; }
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  keepalive_requests 1000000;
  map_hash_bucket_size 128;
  map $http_authorization $allowed { default 0; "Bearer ${PLAIN_KEY}" 1; }
  limit_req_zone $http_authorization zone=keys:10m rate=100000r/s;
  limit_req_status 429;
  upstream platform { server ${upstream}; keepalive 512; keepalive_requests 1000000; }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location / {
      if ($allowed = 0) { return 401; }
      limit_req zone=keys burst=100000 nodelay;
      proxy_pass http://platform;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
    }
  }
}
`;
}

export async function startHaproxy(upstream: string, folder: string): Promise<Contender | Missing> {
  const command = find('haproxy');
  if (typeof command !== 'string') return command;
  const port = await freePort();
  const file = path.join(folder, 'haproxy.cfg');
  writeFileSync(file, haproxyConfig(new URL(upstream).host, port));
  return start(command, ['-db', '-f', file], port);
}

function haproxyConfig(upstream: string, port: number): string {
  return `
global
  nbthread 1
  maxconn 4096
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  http-reuse always
frontend callers
  bind 127.0.0.1:${port}
  acl allowed req.hdr(authorization) -m str "Bearer ${PLAIN_KEY}"
  http-request deny deny_status 401 unless allowed
  stick-table type string len 64 size 100k expire 1m store http_req_rate(60s)
  http-request track-sc0 req.hdr(authorization)
  http-request deny deny_status 429 if { sc_http_req_rate(0) gt 1000000000 }
  default_backend platform
backend platform
  server upstream ${upstream}
`;
}
