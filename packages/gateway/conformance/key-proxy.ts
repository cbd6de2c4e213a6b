// A proxy on loopback that adds a key to every request, for programs that cannot send one. It replaces its own host
// and origin by the gateway's; other values are passed on unchanged.
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface KeyProxy {
  url: string;
  close(): void;
}

export async function startKeyProxy(target: string, key: string): Promise<KeyProxy> {
  const to = new URL(target);
  let own = '';
  const inPlace = (headers: IncomingHttpHeaders) => ({
    ...headers,
    ...(headers.host === new URL(own).host && { host: to.host }),
    ...(headers.origin === own && { origin: to.origin }),
    authorization: `Bearer ${key}`,
  });
  const server: Server = createServer((asked, answer) => {
    const { method, url: path, headers } = asked;
    const options = { host: to.hostname, port: to.port, method, path, headers: inPlace(headers) };
    const passed = request(options, (response) => {
      answer.writeHead(response.statusCode!, response.headers);
      response.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: own,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
