// Parses the address of a proxy in the settings. Never put it into a message: it contains a password.

export interface ProxyServer {
  kind: 'http' | 'socks5';
  hostname: string;
  port: number;
  /** Null when the proxy needs none. */
  credentials: { user: string; password: string } | null;
}

const PORTS = { http: 80, socks5: 1080 };
/** SOCKS5 stores each length in one byte. */
const TEXT_BYTES_MAX = 255;

/** Null for text that is not the address of a proxy. */
export function parseProxyServer(text: string): ProxyServer | null {
  const url = URL.parse(text);
  const kind = url?.protocol === 'http:' ? 'http' : url?.protocol === 'socks5:' ? 'socks5' : null;
  if (url === null || kind === null || url.hostname === '') return null;
  if (!/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '') return null;
  const [user, password] = [decoded(url.username), decoded(url.password)];
  if (user === null || password === null) return null;
  return {
    kind,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || PORTS[kind],
    credentials: user === '' && password === '' ? null : { user, password },
  };
}

function decoded(text: string): string | null {
  try {
    const plain = decodeURIComponent(text);
    return Buffer.byteLength(plain) > TEXT_BYTES_MAX ? null : plain;
  } catch {
    return null;
  }
}
