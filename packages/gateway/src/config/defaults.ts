// The defaults of all settings, by their names in the file, from the JSON schema of a release.

export interface Schema {
  default?: unknown;
  properties?: Record<string, Schema>;
}

/** Settings of named things are left out: an upgrade does not change them. */
export function defaultsOf({ properties = {} }: Schema, prefix = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]): [string, unknown][] => {
      const full = `${prefix}${name}`;
      if (schema.properties !== undefined) return Object.entries(defaultsOf(schema, `${full}.`));
      return schema.default === undefined ? [] : [[full, schema.default]];
    }),
  );
}
