// Keeps docs/guides/upgrade.md complete: the chapter of this version must list every default that differs from the last release.
// released-defaults.json has the defaults of that release; `npm run release -- --set-version` replaces it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { packageVersion } from '../process/package-version.ts';
import { migrations as postgresMigrations } from '../storage/postgres/migrations/index.ts';
import { COMPATIBLE_FROM, migrations } from '../storage/sqlite/migrations/index.ts';
import { defaultsOf, type SchemaOfSettings } from './defaults.ts';
import { configJsonSchema } from './reference.ts';

const NOTES = path.join(import.meta.dirname, '../../../../docs/guides/upgrade.md');
const RELEASED = path.join(import.meta.dirname, 'released-defaults.json');

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

const released = JSON.parse(readFileSync(RELEASED, 'utf8')) as Record<string, unknown>;
const now = defaultsOf(configJsonSchema() as SchemaOfSettings);
const chapters = readFileSync(NOTES, 'utf8').split(/^## /m);
const chapter = chapters.find((text) => text.startsWith(`${packageVersion()}\n`)) ?? '';

test('every default that differs from the last release, and every new limit, has a row in the upgrade notes', () => {
  expect(Object.keys(now).length).toBeGreaterThan(40);
  const silent = changedSince(released, now).filter((name) => !isNamed(chapter, name));
  expect(silent, 'add a row for each to the chapter of this version in docs/guides/upgrade.md').toEqual([]);
});

test('the way back holds: the last release, whose schema the notes name, works on the schema of this one', () => {
  const before = Number(/schema of the ledger, version (\d+) in/.exec(chapter)?.[1]);
  expect(before).toBeLessThanOrEqual(migrations.length);
  const needed = postgresMigrations.map(({ compatibleFrom }) => compatibleFrom);
  expect(Math.max(COMPATIBLE_FROM, ...needed)).toBeLessThanOrEqual(before);
});

test('the way back names every setting that the last release would refuse', () => {
  const wayBack = chapter.split(/^### Going back to /m)[1] ?? '';
  const isListed = (name: string) =>
    name.split('.').some((_, i, parts) => wayBack.includes(`\`${parts.slice(0, i + 1).join('.')}\``));
  const unknown = Object.keys(now).filter((name) => isTold(name) && !(name in released));
  expect(unknown.filter((name) => !isListed(name))).toEqual([]);
});

test('a changed default and a new limit are noticed, and any other new setting is not', () => {
  const released = { 'limits.rate.requests': 600, 'events.keep_days': 90 };
  const now = { 'limits.rate.requests': 500, 'events.keep_days': 90, 'limits.x': 1, 'portal.y': 2 };
  expect(changedSince(released, now)).toEqual(['limits.rate.requests', 'limits.x']);
  expect(isNamed('| `limits.rate` | 600 |', 'limits.rate.requests')).toBe(true);
  expect(isNamed('| `limits.rated` | 600 |', 'limits.rate.requests')).toBe(false);
});
