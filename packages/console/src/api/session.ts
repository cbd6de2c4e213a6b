// The page's half of a session: a secret in this tab's storage that is sent with every request. The other half is a cookie that scripts
// cannot read. Tabs of the same origin pass the secret to each other, so that a link opened in a new tab stays signed in.

export interface SessionPlace {
  /** Name of the secret in storage. It differs for console and portal, because they may share an origin behind a proxy. */
  name: string;
}

/** Event that tells the page that its session has ended. */
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

/** Asks other tabs for the secret; null if none of them is signed in. */
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

/** The one-time code of a sign-in link. Also removes it from the address. */
export function takeCode(): string | null {
  const code = /^#code=([\w.~-]+)$/.exec(location.hash)?.[1] ?? null;
  if (code !== null) history.replaceState(null, '', location.pathname);
  return code;
}
