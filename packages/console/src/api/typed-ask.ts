// Requests of pages, typed by their path: the table of routes gives the methods of a path, their input and their answers.
import { type Asked, ask, download } from './request.ts';
import type { Routes } from './routes.ts';
import type { SessionPlace } from './session.ts';

type Path = keyof Routes;
type MethodOf<P extends Path> = keyof Routes[P] & string;
/** The default method. */
type Get<P extends Path> = MethodOf<P> & 'GET';
type Flat<T> = { [K in keyof T]: T[K] };

/** Optional query fields may also be null or undefined: `withQuery` leaves those out. */
type Given<Q> = { [K in keyof Q]: Record<never, never> extends Pick<Q, K> ? Q[K] | null | undefined : Q[K] };

type Sent<Route> = Flat<
  Omit<Route, 'answer' | 'query'> & {
    [K in keyof Route as K & 'query']: Given<NonNullable<Route[K]>> | Extract<Route[K], undefined>;
  } & { signal?: AbortSignal; headers?: Record<string, string> }
>;

type AnswerOf<P extends Path, M extends MethodOf<P> = Get<P>> = Routes[P][M] extends {
  answer: infer A;
}
  ? A
  : never;

/** The query of a GET. */
export type QueryOf<P extends Path> = Routes[P] extends { GET: { query?: infer Q } } ? Given<Q> : never;

type AskedOf<P extends Path, M extends MethodOf<P>> = { method?: M } & Sent<Routes[P][M]>;

/** Paths of GET routes without parameters or query. */
type BarePath = {
  [P in Path]: Routes[P] extends { GET: infer Route }
    ? Record<never, never> extends Omit<Route, 'answer'>
      ? P
      : never
    : never;
}[Path];

/** The part of a path after `base`. */
type Below<P extends string, Base extends string> = P extends `${Base}${infer Rest}` ? Rest : never;
type Full<Base extends string, P extends string> = `${Base}${P}` & Path;

export interface Ask<Base extends string> {
  <P extends Below<BarePath, Base>>(path: P): Promise<AnswerOf<Full<Base, P>>>;
  <P extends Below<Path, Base>, M extends MethodOf<Full<Base, P>> = Get<Full<Base, P>>>(
    path: P,
    asked: AskedOf<Full<Base, P>, M>,
  ): Promise<AnswerOf<Full<Base, P>, M>>;
}

interface Untyped extends Asked {
  params?: Record<string, string>;
}

function filled(path: string, params: Record<string, string> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!));
}

/** Returns a function for requests below `base`. A change without a body sends an empty object. */
export function askBelow<Base extends string>(place: SessionPlace, base: Base): Ask<Base> {
  return ((path: string, { params, ...asked }: Untyped = {}) => {
    const changes = asked.method === 'POST' || asked.method === 'PATCH';
    return ask(place, filled(base + path, params), changes ? { body: {}, ...asked } : asked);
  }) as Ask<Base>;
}

/** Paths whose answer is also available as CSV. */
type CsvPath = {
  [P in Path]: Routes[P] extends { GET: { query?: { format?: infer F } } }
    ? 'csv' extends F
      ? P
      : never
    : never;
}[Path];

/** Saves an answer as the CSV file that the gateway writes. */
export function downloadCsv<P extends CsvPath>(
  place: SessionPlace,
  path: P,
  asked: Sent<Routes[P]['GET']>,
  name: string,
): Promise<void> {
  const { params, query } = asked as Untyped;
  return download(place, filled(path, params), { query: { ...query, format: 'csv' } }, name);
}
