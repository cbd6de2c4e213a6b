// Answers about one collection or watch carry its methods, so that callers need not repeat its id.
import { Call } from './call.ts';

// biome-ignore lint/suspicious/noExplicitAny: methods of any input; each is typed where it is written.
type Methods = Record<string, (id: string, ...rest: any[]) => unknown>;

/** The same methods without their first argument, the id. */
export type OfOne<M> = {
  [Name in keyof M]: M[Name] extends (id: string, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

/** The call, with the methods of what it answers about on its data. Functions are left out of JSON. */
export function withMethods<T extends object, M>(
  call: Call<T>,
  methods: M,
  idOf: (data: T) => string,
): Call<T & OfOne<M>> {
  return new Call(async () => {
    const answer = await call.withResponse();
    const own: Record<string, unknown> = {};
    for (const [name, method] of Object.entries(methods as Methods)) {
      own[name] = (...rest: unknown[]) => method(idOf(answer.data), ...rest);
    }
    return { ...answer, data: Object.assign(answer.data, own) as T & OfOne<M> };
  });
}
