// What a storage thread runs for each verb of the table, except for the verbs of calls.
import type { TableVerb } from '../port.ts';
import { verbs } from '../verbs.ts';
import { nativeVerbs } from './native-verbs.ts';
import { runReading } from './run-reading.ts';
import { runWriting } from './run-writing.ts';
import type { VerbContext } from './verb-context.ts';

/** Declared as a method, so that it can be called with the input of a message (port.ts says why that is sound). */
type Run = { run(context: VerbContext, input: unknown): unknown }['run'];

const natives: Record<string, Run> = nativeVerbs;

function runnerOf(name: string, verb: TableVerb): Run | undefined {
  if (verb.kind === 'native') return natives[name];
  if (verb.kind === 'write') return runWriting(verb.run);
  return runReading(verb.run);
}

/** By the name of the verb. */
export const runners = Object.fromEntries(
  Object.entries<TableVerb>(verbs).map(([name, verb]) => [name, runnerOf(name, verb)]),
);
