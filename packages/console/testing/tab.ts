// A tab of a browser in which one of the pages runs, with a clock that stands still until a test moves it, and a network that a test
// answers. Whatever the page asks, stores, copies or saves is told in order.
import { GlobalWindow } from 'happy-dom';
import type { Globals } from './bundle.ts';
import { Clock } from './clock.ts';

export interface Request {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: string | null;
}
export interface Answer {
  status: number;
  /** Null: the connection breaks. */
  body: unknown;
  headers?: Record<string, string>;
}
export type Network = (request: Request) => Answer | null;

/** An answer takes longer than code that does not wait for it. */
const ANSWER_STEPS = 20;
/** Twice the time after which answers that no page shows are forgotten. */
const FORGOTTEN_MS = 600_000;
const ORIGIN = 'http://page.test';

/** Pages make each format anew for each component, and making one takes longer than all that it writes. */
const formats = new Map<string, unknown>();
const FORMATS = new Proxy(Intl, {
  get: (intl, name) => {
    const Format = intl[name as 'NumberFormat'] as unknown;
    if (typeof Format !== 'function') return Format;
    return new Proxy(Format, {
      construct(of, given) {
        const key = JSON.stringify([name, given]);
        if (!formats.has(key)) formats.set(key, Reflect.construct(of, given));
        return formats.get(key) as object;
      },
    });
  },
});

interface TabOptions {
  network: Network;
  nowMs: number;
  language?: string;
  /** What the tab's storage has, by name. */
  stored?: Record<string, string>;
  /** Beside `#`. */
  address: string;
}

export class Tab {
  readonly window: GlobalWindow;
  readonly clock: Clock;
  /** Everything that the page did outside of itself since it was last taken. */
  #told: string[] = [];
  /** Changes that were sent and not answered: what is asked meanwhile may have had to wait. */
  readonly #unanswered = new Set<Request>();
  #network: Network;
  #drawn = 0;
  readonly #shown: Element[] = [];
  readonly #open = new Set<string>();
  readonly #watching = new Map<string, number>();

  constructor(
    start: (globals: Globals) => void,
    { network, nowMs, language = 'en-GB', stored = {}, address }: TabOptions,
  ) {
    this.#network = network;
    this.clock = new Clock(nowMs, (error) => this.tell(`error: ${String(error)}`));
    this.window = new GlobalWindow({
      url: `${ORIGIN}/#${address}`,
      settings: {
        navigator: { userAgent: 'test' },
        navigation: {
          disableMainFrameNavigation: true,
          disableChildPageNavigation: true,
          disableFallbackToSetURL: true,
        },
      },
    } as never);
    this.window.document.write('<!doctype html><html><body><div id="root"></div></body></html>');
    for (const [name, value] of Object.entries(stored)) this.window.sessionStorage.setItem(name, value);
    Object.defineProperty(this.window.navigator, 'language', { value: language });
    const globals = this.#globals();
    // Of the window itself: an address that changes tells so on a timer.
    Object.assign(this.window, { setTimeout: globals.setTimeout, clearTimeout: globals.clearTimeout });
    start(globals);
  }

  tell(line: string): void {
    this.#told.push(line);
  }

  /** What the page did since this was asked before. */
  told(): string[] {
    return this.#told.splice(0);
  }

  /** As if it had just been opened: at another address, at the first moment, and with nothing stored or remembered. */
  async renew(nowMs: number): Promise<void> {
    this.go('#/nowhere');
    await this.clock.advance(FORGOTTEN_MS);
    this.clock.nowMs = nowMs;
    this.#drawn = 0;
    this.#watching.clear();
    this.window.localStorage.clear();
    this.told();
  }

  answerBy(network: Network): void {
    this.#network = network;
  }

  /** What still runs or listens: timers, observers, workers and listeners of the window. */
  running(): string[] {
    return [...this.clock.waiting(), ...this.#open].toSorted();
  }

  /** Browsers tell of another address behind `#` by both events; this window tells by one. */
  go(hash: string): void {
    this.window.location.hash = hash;
    this.window.dispatchEvent(new this.window.PopStateEvent('popstate', { state: null }));
  }

  /** Those that are open, the topmost last. */
  dialogs(): Element[] {
    return this.#shown.filter((dialog) => dialog.isConnected);
  }

  async settle(): Promise<void> {
    await this.clock.settle();
  }

  async close(): Promise<void> {
    await this.window.happyDOM.close();
  }

  #fetch = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(address, ORIGIN);
    const request: Request = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: new Headers(init.headers),
      body: (init.body as string | undefined) ?? null,
    };
    const [waited] = this.#unanswered;
    this.tell(toldOf(request) + (waited === undefined ? '' : `, before ${waited.path} has answered`));
    if (request.method !== 'GET') this.#unanswered.add(request);
    for (let step = 0; step < ANSWER_STEPS; step++) await Promise.resolve();
    this.#unanswered.delete(request);
    const answer = this.#network(request);
    if (answer === null) throw new TypeError('the connection broke');
    const { status, body, headers = {} } = answer;
    const isText = typeof body === 'string';
    return new Response(status === 204 ? null : isText ? body : JSON.stringify(body), {
      status,
      headers: { 'content-type': isText ? 'text/csv' : 'application/json', ...headers },
    });
  };

  #watched(name: string) {
    const open = this.#open;
    const next = () => {
      const count = (this.#watching.get(name) ?? 0) + 1;
      this.#watching.set(name, count);
      return `${name} ${count}`;
    };
    return class {
      readonly #name = next();
      observe() {
        open.add(this.#name);
      }
      unobserve() {
        open.delete(this.#name);
      }
      disconnect() {
        open.delete(this.#name);
      }
    };
  }

  /** A link that a script presses saves a file or leaves the page; a dialog that is shown stands above all others. */
  #watchElements(): void {
    const tell = (line: string) => this.tell(line);
    this.window.HTMLAnchorElement.prototype.click = function (this: { href: string; download: string }) {
      tell(`pressed a link to ${this.href}${this.download && ` and saved ${this.download}`}`);
    };
    const shown = this.#shown;
    this.window.HTMLDialogElement.prototype.showModal = function (this: unknown) {
      const dialog = this as HTMLDialogElement;
      dialog.open = true;
      shown.push(dialog);
    };
    this.window.open = ((url: string) => {
      tell(`opened a tab at ${url}`);
      return {
        location: { replace: (to: string) => tell(`sent the tab to ${to}`) },
        close: () => tell('closed the tab'),
      };
    }) as never;
  }

  /** Other pages are not opened. */
  #location(): object {
    const tell = (line: string) => this.tell(line);
    const leave = (to: string) => tell(`left for ${to}`);
    return new Proxy(this.window.location, {
      get: (location, name) => {
        if (name === 'assign' || name === 'replace') return leave;
        const value = location[name as 'href'] as unknown;
        return typeof value === 'function' ? value.bind(location) : value;
      },
      set: (_, name, value) => {
        if (name === 'href') leave(String(value));
        else this.go(String(value));
        return true;
      },
    });
  }

  #globals(): Globals {
    const { window, clock } = this;
    const tell = (line: string) => this.tell(line);
    const clipboard = { writeText: async (text: string) => tell(`copied: ${text}`) };
    Object.defineProperty(window.navigator, 'clipboard', { value: clipboard });
    const drawn = () => this.#drawn++;
    class Page extends URL {
      static override createObjectURL() {
        return 'blob:saved';
      }
      static override revokeObjectURL() {
        tell('a file was saved');
      }
    }
    class Told {
      postMessage() {}
      close() {}
      terminate() {}
    }
    this.#watchElements();
    const own = Object.fromEntries(
      [
        ...[
          'document',
          'location',
          'history',
          'navigator',
          'sessionStorage',
          'localStorage',
          'Event',
          'Node',
        ],
        ...['Element', 'HTMLElement', 'HTMLInputElement', 'HTMLIFrameElement'],
      ].map((name) => [name, window[name as 'document']]),
    );
    const bound = Object.fromEntries(
      (['addEventListener', 'removeEventListener', 'dispatchEvent'] as const).map((name) => [
        name,
        (window[name] as (...given: unknown[]) => unknown).bind(window),
      ]),
    );
    return {
      ...(own as Globals),
      ...bound,
      location: this.#location(),
      window,
      self: window,
      scrollTo() {},
      print: () => tell('printed'),
      innerHeight: 800,
      Intl: FORMATS,
      matchMedia: () => ({ matches: true, addEventListener() {}, removeEventListener() {} }),
      fetch: this.#fetch,
      crypto: {
        getRandomValues: (bytes: Uint8Array) => bytes.fill(drawn() + 1),
        randomUUID: () => `00000000-0000-4000-8000-${String(drawn()).padStart(12, '0')}`,
      },
      isSecureContext: true,
      URL: Page,
      Worker: Told,
      BroadcastChannel: Told,
      ResizeObserver: this.#watched('ResizeObserver'),
      IntersectionObserver: this.#watched('IntersectionObserver'),
      MessageChannel: undefined,
      reportError: (error: unknown) => tell(`error: ${String(error)}`),
      ...clock.globals(),
    };
  }
}

/** `POST /admin/v1/accounts {"name":"acme"}`, with the headers that are not on every request. */
function toldOf({ method, path, query, headers, body }: Request): string {
  const asked = [...query].map(([name, value]) => `${name}=${value}`).join('&');
  const usual = { 'content-type': 'application/json', 'x-reelgate-page': 'secret' };
  const own = [...headers].filter(([name, value]) => usual[name as keyof typeof usual] !== value);
  const lacks = headers.has('x-reelgate-page') ? [] : ['without the secret of the page'];
  return [
    `${method} ${path}${asked === '' ? '' : `?${asked}`}`,
    ...lacks,
    ...own.map(([name, value]) => `${name}: ${value}`),
    ...(body === null ? [] : [body]),
  ].join(' ');
}
