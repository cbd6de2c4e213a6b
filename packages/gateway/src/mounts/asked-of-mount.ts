// What a call of a mounted route asks, as the ledger keeps it: the parameters that the document declares, and a short body. Headers are
// never kept. The gateway knows nothing about these parameters but their names, so those that may be credentials are hidden.
import {
  type AskedParameter,
  hidden,
  mayBeCredential,
  QUESTION_BYTES_MAX,
} from '../domain/gathering/question.ts';
import type { MountInput } from './read-input.ts';

export function askedOfMount({ path, query, body }: MountInput): AskedParameter[] {
  const given = [
    ...Object.entries(path),
    ...query.flatMap(([name, values]) => values.map((value) => [name, value] as const)),
  ];
  const shown = given.map(([name, value]) => [name, hidden(name, value)] as const);
  return body === null ? shown : [...shown, ['body', shownBody(body)]];
}

/** A long body is not kept: searching it for credentials would cost more than the rest of the call. */
function shownBody(body: string): string {
  if (body.length > QUESTION_BYTES_MAX) return `(${body.length} characters, not kept)`;
  return JSON.stringify(
    JSON.parse(body, (name, value) => (mayBeCredential(name) ? hidden(name, '') : (value as unknown))),
  );
}
