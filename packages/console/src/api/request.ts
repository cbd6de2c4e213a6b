// Sends requests of pages to the gateway, each with the page's session secret. Failures are thrown as `ProblemError`.
import type { Problem } from './api-types.ts';
import { foreignAnswer, isPaidPath, noAnswer, ProblemError, tooLong } from './problem.ts';
import { keepSecret, pageSecret, type SessionPlace, SIGNED_OUT } from './session.ts';

type Query = Record<string, string | number | boolean | null | undefined>;

export interface Asked {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  query?: Query;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

interface Answered<T> {
  body: T;
  status: number;
  headers: Headers;
  text: string;
}

export function withQuery(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? path : `${path}?${text}`;
}

function headersOf(place: SessionPlace, { body, headers }: Asked): Headers {
  const all = new Headers(headers);
  const secret = pageSecret(place);
  if (secret !== null) all.set('x-reelgate-page', secret);
  if (body !== undefined) all.set('content-type', 'application/json');
  return all;
}

async function problemOf(path: string, response: Response): Promise<ProblemError> {
  try {
    const problem = (await response.json()) as Problem;
    if (typeof problem.code !== 'string') return foreignAnswer(response.status);
    return new ProblemError(problem, null, isPaidPath(path));
  } catch {
    return foreignAnswer(response.status);
  }
}

/** When the session has ended, the secret is removed too and the sign-in page is shown. */
async function refusalOf(place: SessionPlace, path: string, response: Response): Promise<ProblemError> {
  if (response.status === 401 && pageSecret(place) !== null) {
    keepSecret(place, null);
    dispatchEvent(new Event(SIGNED_OUT));
  }
  return problemOf(path, response);
}

/** Longest address, in characters: three quarters of what the gateway reads before a body. The rest is for headers. */
const ADDRESS_CHARS_MAX = 12_288;
/** Largest body that the gateway accepts, in bytes. */
const BODY_BYTES_MAX = 65_536;

async function exchange(place: SessionPlace, path: string, asked: Asked): Promise<Response> {
  const address = withQuery(path, asked.query);
  const body = asked.body === undefined ? undefined : JSON.stringify(asked.body);
  if (address.length > ADDRESS_CHARS_MAX || new Blob([body ?? '']).size > BODY_BYTES_MAX) throw tooLong();
  try {
    return await fetch(address, {
      method: asked.method ?? 'GET',
      headers: headersOf(place, asked),
      credentials: 'same-origin',
      cache: 'no-store',
      ...(body !== undefined && { body }),
      ...(asked.signal && { signal: asked.signal }),
    });
  } catch (error) {
    if (asked.signal?.aborted === true) throw error;
    throw noAnswer();
  }
}

/** Also returns status, headers and the unparsed body, for pages that show them. */
export async function askFully<T>(
  place: SessionPlace,
  path: string,
  asked: Asked = {},
): Promise<Answered<T>> {
  const response = await exchange(place, path, asked);
  if (!response.ok) throw await refusalOf(place, path, response);
  const text = await response.text();
  const body = (text === '' ? null : JSON.parse(text)) as T;
  return { body, text, status: response.status, headers: response.headers };
}

export async function ask<T>(place: SessionPlace, path: string, asked: Asked = {}): Promise<T> {
  return (await askFully<T>(place, path, asked)).body;
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Saves the answer as a file under a name. */
export async function download(place: SessionPlace, path: string, asked: Asked, name: string): Promise<void> {
  const response = await exchange(place, path, asked);
  if (!response.ok) throw await refusalOf(place, path, response);
  save(await response.blob(), name);
}
