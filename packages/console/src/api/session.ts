// Owns the page's half of a session: the secret that goes along with every request, in this tab's storage. The other half is a cookie
// that no script can read. Tabs of the same origin hand the secret to one another, so that a link opened in a new tab stays signed in.

export interface SessionPlace {
  /** Where the secret is kept: console and portal may share an origin behind a proxy. */
  name: string;
}

/** Told to the page when the gateway no longer knows its session. */
export const SIGNED_OUT = 'reelgate:signed-out';
const TAB_ANSWER_MS = 150;

export function pageSecret({ name }: SessionPlace): string | null {
  return sessionStorage.getItem(name);
}

export function keepSecret({ name }: SessionPlace, secret: string | null): void {
  if (secret === null) sessionStorage.removeItem(name);
  else sessionStorage.setItem(name, secret);
}

/** Answers other tabs that ask for the secret. */
export function shareSecret(place: SessionPlace): void {
  const channel = new BroadcastChannel(place.name);
  channel.onmessage = ({ data }: MessageEvent<{ asks?: true; secret?: string }>) => {
    const secret = pageSecret(place);
    if (data.asks === true && secret !== null) channel.postMessage({ secret });
  };
}

/** The secret of another tab that is signed in, if one answers. */
export function askOtherTabs({ name }: SessionPlace): Promise<string | null> {
  const channel = new BroadcastChannel(name);
  return new Promise((resolve) => {
    const end = (secret: string | null) => {
      channel.close();
      resolve(secret);
    };
    channel.onmessage = ({ data }: MessageEvent<{ secret?: string }>) => {
      if (data.secret !== undefined) end(data.secret);
    };
    channel.postMessage({ asks: true });
    setTimeout(() => end(null), TAB_ANSWER_MS);
  });
}

/** The one-time code of a sign-in link; it is taken out of the address at once. */
export function takeCode(): string | null {
  const code = /^#code=([\w.~-]+)$/.exec(location.hash)?.[1] ?? null;
  if (code !== null) history.replaceState(null, '', location.pathname);
  return code;
}
