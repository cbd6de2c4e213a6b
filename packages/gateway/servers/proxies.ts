// nginx and HAProxy with the files of deploy/, in front of two nodes. Only what a test must change is changed: ports, folders, and a log that
// lists the requests that the proxy passed on.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ServerProgram } from './server-program.ts';

const DEPLOY = path.join(import.meta.dirname, '../../../deploy');

export interface StartedProxy {
  port: number;
  /** `METHOD target` of each request that was passed on to a node, in order. */
  passedOn(): string[];
  close(): Promise<void>;
}

/** Every line of a log that is not about a request begins otherwise. */
const LOGGED = 'PASSED';
const NGINX_LOG = 'passed.log';

/** Replaces every text once or more often, and throws when the file no longer has it. */
function changed(file: string, changes: Record<string, string>): string {
  let text = readFileSync(path.join(DEPLOY, file), 'utf8');
  for (const [from, to] of Object.entries(changes)) {
    if (!text.includes(from)) throw new Error(`${file} has no "${from}"`);
    text = text.replaceAll(from, to);
  }
  return text;
}

const toNodes = ([one, other]: Nodes) => ({
  '127.0.0.1:8080': `127.0.0.1:${one}`,
  '127.0.0.1:8090': `127.0.0.1:${other}`,
});

/** The ports of the nodes. */
export type Nodes = readonly [one: number, other: number];

async function serve(program: ServerProgram, log: () => string): Promise<StartedProxy> {
  await program.start();
  const passedOn = () =>
    log()
      .split('\n')
      .filter((line) => line.startsWith(`${LOGGED} `) && !/ (-|<NOSRV>)$/.test(line))
      .map((line) => line.slice(LOGGED.length + 1, line.lastIndexOf(' ')));
  return { port: program.port, passedOn, close: () => program.remove() };
}

export function startNginx(program: string, nodes: Nodes): Promise<StartedProxy> {
  const nginx = new ServerProgram({
    name: 'nginx',
    program,
    args: ({ folder, port }) => {
      const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
      const http = [
        'http {',
        `log_format passed '${LOGGED} $request_method $request_uri $upstream_addr';`,
        `access_log ${folder}/${NGINX_LOG} passed;`,
        ...places.map((place) => `${place}_temp_path ${folder}/${place};`),
      ].join('\n');
      const changes = { 'http {': http, 'listen 8088': `listen 127.0.0.1:${port}`, ...toNodes(nodes) };
      const file = nginx.write('nginx.conf', changed('nginx.conf', changes));
      return [
        '-p',
        folder,
        '-c',
        file,
        '-g',
        `daemon off; master_process off; pid ${folder}/pid; error_log stderr;`,
      ];
    },
  });
  return serve(nginx, () => readFileSync(path.join(nginx.folder, NGINX_LOG), 'utf8'));
}

export function startHaproxy(program: string, nodes: Nodes): Promise<StartedProxy> {
  const haproxy = new ServerProgram({
    name: 'haproxy',
    program,
    args: ({ port }) => {
      const log = `defaults\n  log global\n  log-format "${LOGGED} %HM %HU %s"`;
      const changes = {
        'global\n': 'global\n  log stdout format raw local0\n',
        'defaults\n': `${log}\n`,
        'bind :8088': `bind 127.0.0.1:${port}`,
        ...toNodes(nodes),
      };
      return ['-db', '-f', haproxy.write('haproxy.cfg', changed('haproxy.cfg', changes))];
    },
  });
  return serve(haproxy, () => haproxy.output);
}
