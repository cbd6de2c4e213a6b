// Finds the variables that the configuration names. A variable is in the environment, or in the file that NAME_FILE names: files keep a
// secret out of the environment, which other processes of the same user and the tools of container engines can show.

export type Environment = Record<string, string | undefined>;
type Variable = { value: string } | { problem: string };
export type Variables = (name: string) => Variable;

/** A secret has less than this. */
export const VARIABLE_BYTES_MAX = 65_536;

/** `read` gives the text of a file, or what is wrong with it. An empty variable counts as unset. */
export function variablesOf(
  env: Environment,
  read: (file: string) => string | { problem: string },
): Variables {
  return (name) => {
    const [value, file] = [env[name], env[`${name}_FILE`]];
    if (value && file) return { problem: `the environment variables ${name} and ${name}_FILE are both set` };
    if (value) return { value };
    if (!file) return { problem: `the environment variable ${name} is not set` };
    return fromFile(`the file that ${name}_FILE names`, read(file));
  };
}

/** Editors and `echo` end a file with a line break, which is not part of the secret. */
function fromFile(subject: string, text: string | { problem: string }): Variable {
  if (typeof text !== 'string') return { problem: `${subject} cannot be used: ${text.problem}` };
  const value = text.replace(/\r?\n$/, '');
  if (value === '') return { problem: `${subject} is empty` };
  if (Buffer.byteLength(value) > VARIABLE_BYTES_MAX) return { problem: `${subject} is larger than 64 KiB` };
  return { value };
}
