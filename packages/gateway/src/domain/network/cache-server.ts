// Parses the address of a shared cache: `redis://user:password@host:6379/0`, with TLS `rediss://`; `valkey` works the same way. It opens no
// connection and never shows the password.

export interface CacheServerAddress {
  host: string;
  port: number;
  username: string | null;
  password: string | null;
  /** The database number on that server. */
  database: number;
  isSecure: boolean;
}

/** True for schemes that use TLS. */
const SCHEMES: Readonly<Record<string, boolean>> = {
  'redis:': false,
  'valkey:': false,
  'rediss:': true,
  'valkeys:': true,
};
const PORT_DEFAULT = 6379;

/** Null for anything else. Text after the database number would be ignored, so it is refused. */
export function parseCacheServer(text: string): CacheServerAddress | null {
  const url = URL.parse(text);
  const isSecure = url === null ? undefined : SCHEMES[url.protocol];
  if (url === null || isSecure === undefined || url.hostname === '' || /[?#\s]/.test(text)) return null;
  const [username, password] = [decoded(url.username), decoded(url.password)];
  if (username === null || password === null || !/^\/?\d{0,3}$/.test(url.pathname)) return null;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || PORT_DEFAULT),
    username: username || null,
    password: password || null,
    database: Number(url.pathname.slice(1)),
    isSecure,
  };
}

/** For people: without user and password. */
export function describeCacheServer({ host, port }: CacheServerAddress): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
