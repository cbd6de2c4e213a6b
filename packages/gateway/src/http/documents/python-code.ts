// A call of the Python client as code, for the reference and for the portal's playground. Pure, without imports: the portal bundles it.

export interface PythonCall {
  /** For example `videos.search`. */
  method: string;
  /** A list is walked; the sample takes its first page. */
  isList: boolean;
  /** Parameters of the route and options of the call. */
  input: Readonly<Record<string, string>>;
}

/** A parameter whose name is a word of the language has an underscore behind it. */
const PYTHON_WORDS = new Set(['from', 'in', 'is', 'class', 'import']);

export function pythonCall({ method, isList, input }: PythonCall): string {
  const given = Object.entries(input).map(
    ([name, value]) => `${PYTHON_WORDS.has(name) ? `${name}_` : name}=${JSON.stringify(value)}`,
  );
  return `${method}(${given.join(', ')})${isList ? '.page()' : ''}`;
}

/** `origin`: the address of the gateway; `call`: what is called on the client. */
export function pythonProgram(origin: string, call: string): string {
  return `import os
from reelgate import Reelgate

with Reelgate(os.environ["REELGATE_KEY"], ${JSON.stringify(origin)}) as rg:
    result = rg.${call}
    print(result)`;
}
