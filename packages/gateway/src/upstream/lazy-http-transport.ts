// Owns when the HTTP client is loaded: with the first request that needs it. Loading it takes some 60 ms of every start,
// and a gateway that serves only its own library never needs it.
import type { HttpTransport, HttpTransportOptions } from './http-transport.ts';

export function createLazyHttpTransport(options: HttpTransportOptions): HttpTransport {
  let loading: Promise<HttpTransport> | null = null;
  let loaded: HttpTransport | null = null;
  const load = async () => {
    loaded = (await import('./http-transport.ts')).createHttpTransport(options);
    return loaded;
  };
  return {
    transport: async (...exchange) => {
      loading ??= load();
      return (await loading).transport(...exchange);
    },
    isFull: (...asked) => loaded?.isFull(...asked) ?? false,
    lanes: () => loaded?.lanes() ?? [],
    close: async () => (await loading)?.close(),
  };
}
