// Parses a postgres:// URL with several hosts: `postgres://user:password@a:5432,b:5432/ledger` is the same database on a and on b, one of
// which is the primary. It opens no connection and never shows the password.

/** Hosts are tried one after the other while callers wait. */
const HOSTS_MAX = 8;

/** The URL once for each of its hosts; null when one of them cannot be parsed. */
export function urlsOfHosts(url: string): string[] | null {
  const start = url.indexOf('://') + '://'.length;
  const end = endOfHosts(url, start);
  const at = url.lastIndexOf('@', end - 1);
  const from = at < start ? start : at + 1;
  const hosts = url.slice(from, end).split(',');
  const urls = hosts.map((host) => url.slice(0, from) + host + url.slice(end));
  if (hosts.length > HOSTS_MAX || (hosts.length > 1 && hosts.includes(''))) return null;
  return urls.every((one) => URL.canParse(one)) ? urls : null;
}

/** The host list ends where the path, the query or the fragment starts. */
function endOfHosts(url: string, start: number): number {
  for (let i = start; i < url.length; i++) if ('/?#'.includes(url[i]!)) return i;
  return url.length;
}

/** Hosts, ports and database, for people: without user and password. */
export function describeHosts(url: string): string {
  const urls = urlsOfHosts(url)?.map((one) => new URL(one));
  if (urls === undefined) return 'the configured address';
  const hosts = urls.map(
    ({ hostname, port }) => `${decodeURIComponent(hostname) || 'localhost'}:${port || 5432}`,
  );
  return hosts.join(',') + urls[0]!.pathname;
}
