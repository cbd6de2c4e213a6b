// A `fetch` for tests. It answers from a script and records the requests.

export interface Asked {
  url: URL;
  headers: Headers;
  signal: AbortSignal;
  /** The method, and the body after it if there was one. */
  sent: string;
  /** The request's `redirect` mode. */
  redirect: string | undefined;
}
export type Reply = Response | Error | Promise<Response>;

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  const type = status < 300 ? 'application/json' : 'application/problem+json';
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': type, ...headers } });
}

export function problem(code: string, next: string, more: object = {}, status = 503): Response {
  return json({ title: 'No.', detail: `because ${code}`, code, next, charged: '0.000000', ...more }, status);
}

export function receipt(charged = '0.012000'): object {
  return {
    unit_price: charged,
    charged,
    currency: 'USD',
    source: 'live',
    catalog_version: 1,
    balance: '9.988000',
  };
}

/** Each request gets the next reply; the last reply is repeated. */
export function scriptedFetch(...replies: ((asked: Asked) => Reply)[]): {
  fetch: typeof globalThis.fetch;
  asked: Asked[];
} {
  const asked: Asked[] = [];
  const fetch = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { method = 'GET', body } = init!;
    const sent = body === undefined ? method : `${method} ${body}`;
    const one = {
      url: new URL(String(url)),
      headers: new Headers(init?.headers),
      signal: init!.signal!,
      sent,
      redirect: init?.redirect,
    };
    asked.push(one);
    const reply = await (replies[asked.length - 1] ?? replies.at(-1)!)(one);
    if (reply instanceof Error) throw reply;
    return reply;
  };
  return { fetch: fetch as typeof globalThis.fetch, asked };
}

/** A list of `count` pages with two items each. Its cursors are c1, c2 and so on. */
export function pagesReply(count: number, charged?: string): (asked: Asked) => Response {
  return ({ url, headers }) => {
    const cursor = url.searchParams.get('pcursor');
    const page = cursor === null ? 0 : Number(cursor.slice(1));
    const isLast = page === count - 1;
    return json({
      request_id: headers.get('x-reelgate-request-id'),
      items: [{ id: `${page}a` }, { id: `${page}b` }],
      pcursor: isLast ? 'no_more' : `c${page + 1}`,
      has_more: !isLast,
      end: isLast ? 'exhausted' : 'more',
      receipt: receipt(charged),
    });
  };
}
