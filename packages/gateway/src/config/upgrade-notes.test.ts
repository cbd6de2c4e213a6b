// Keeps docs/guides/upgrade.md complete: it must list every default that differs from the last release.
// released-defaults.json has the defaults of that release; a new release replaces it, and its rows move to a section
// of their own.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { configJsonSchema } from './reference.ts';

const NOTES = path.join(import.meta.dirname, '../../../../docs/guides/upgrade.md');
const RELEASED = path.join(import.meta.dirname, 'released-defaults.json');

interface Schema {
  default?: unknown;
  properties?: Record<string, Schema>;
}

/** By the name in the file. Settings of named things are left out: an upgrade does not change them. */
function defaultsOf({ properties = {} }: Schema, prefix = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]): [string, unknown][] => {
      const full = `${prefix}${name}`;
      if (schema.properties !== undefined) return Object.entries(defaultsOf(schema, `${full}.`));
      return schema.default === undefined ? [] : [[full, schema.default]];
    }),
  );
}

/** The price list has notes of its own. */
const isTold = (name: string) => name !== 'prices.endpoints';

/** Changed defaults, and new limits. */
function changedSince(released: Record<string, unknown>, now: Record<string, unknown>): string[] {
  return Object.keys(now).filter((name) => {
    if (!isTold(name)) return false;
    if (!(name in released)) return name.startsWith('limits.');
    return JSON.stringify(now[name]) !== JSON.stringify(released[name]);
  });
}

/** `limits.free.requests` may be listed as `limits.free`. */
function isNamed(notes: string, name: string): boolean {
  const parts = name.split('.');
  return parts.some((_, i) => i > 0 && notes.includes(`\`${parts.slice(0, i + 1).join('.')}\``));
}

test('every default that differs from the last release, and every new limit, has a row in the upgrade notes', () => {
  const released = JSON.parse(readFileSync(RELEASED, 'utf8')) as Record<string, unknown>;
  const notes = readFileSync(NOTES, 'utf8');
  const section = notes.slice(
    notes.indexOf('### In this release'),
    notes.indexOf('### Since schema version 5'),
  );
  const now = defaultsOf(configJsonSchema() as Schema);
  expect(Object.keys(now).length).toBeGreaterThan(40);
  const silent = changedSince(released, now).filter((name) => !isNamed(section, name));
  expect(silent, 'add a row for each under "In this release" of docs/guides/upgrade.md').toEqual([]);
});

test('a changed default and a new limit are noticed, and any other new setting is not', () => {
  const released = { 'limits.rate.requests': 600, 'events.keep_days': 90 };
  const now = { 'limits.rate.requests': 500, 'events.keep_days': 90, 'limits.x': 1, 'portal.y': 2 };
  expect(changedSince(released, now)).toEqual(['limits.rate.requests', 'limits.x']);
  expect(isNamed('| `limits.rate` | 600 |', 'limits.rate.requests')).toBe(true);
  expect(isNamed('| `limits.rated` | 600 |', 'limits.rate.requests')).toBe(false);
});
