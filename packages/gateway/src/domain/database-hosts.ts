// Owns how a postgres:// URL with several hosts reads: `postgres://user:password@a:5432,b:5432/ledger` is the same database on a and
// on b, of which one is the primary. Pure; it connects to nothing and shows no password.

/** More would be tried one after the other while callers wait. */
const HOSTS_MAX = 8;

/** The same URL once for each of its hosts; null when one of them does not read. */
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

/** The hosts end where the path, the query or the fragment begins. */
function endOfHosts(url: string, start: number): number {
  for (let i = start; i < url.length; i++) if ('/?#'.includes(url[i]!)) return i;
  return url.length;
}

/** Hosts with their ports, and the database, for people: never the user or the password. */
export function describeHosts(url: string): string {
  const urls = urlsOfHosts(url)?.map((one) => new URL(one));
  if (urls === undefined) return 'the configured address';
  const hosts = urls.map(
    ({ hostname, port }) => `${decodeURIComponent(hostname) || 'localhost'}:${port || 5432}`,
  );
  return hosts.join(',') + urls[0]!.pathname;
}
