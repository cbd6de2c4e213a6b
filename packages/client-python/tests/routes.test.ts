// The client for Python has a method for every route that the one for TypeScript has: `every_method.txt` holds what each of its methods asks.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readDocument } from '../../client/generate/document.ts';
import { keyedRoutes } from '../../client/generate/write-types.ts';

const TOLD = readFileSync(path.join(import.meta.dirname, 'every_method.txt'), 'utf8');
const asked = [...TOLD.matchAll(/^ {2}\d+ x ([A-Z]+) ([^ ?]+)/gm)].map(([, method, at]) => `${method} ${at}`);

/** A route of the economy variant, and one of native records, is asked by the method of the other. */
const isOfOption = ({ operationId }: { operationId: string }) => operationId.endsWith('Economy');

test('every route of an API key has a method in Python', () => {
  const missing = keyedRoutes(readDocument())
    .filter(({ operation }) => !isOfOption(operation))
    .filter(({ method, path: at }) => {
      const form = new RegExp(`^${method.toUpperCase()} ${at.replace(/\{\w+\}/g, '[^/]+')}$`);
      return !asked.some((line) => form.test(line));
    });
  expect(missing.map(({ method, path: at }) => `${method} ${at}`)).toEqual([]);
  expect(asked.length).toBeGreaterThan(80);
});
