// Owns the address of a proxy as settings write it: kind, place and credentials. Pure. Never put into a message: it holds a
// password.

export interface ProxyServer {
  kind: 'http' | 'socks5';
  hostname: string;
  port: number;
  /** Null when it wants none. */
  credentials: { user: string; password: string } | null;
}

const PORTS = { http: 80, socks5: 1080 };
/** What one byte of length can hold, in SOCKS5. */
const TEXT_BYTES_MAX = 255;

/** Null for what is no address of a proxy. */
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
