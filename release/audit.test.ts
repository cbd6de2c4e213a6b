import { expect, test } from 'vitest';
import { summary } from './audit.ts';

test('the report names packages with an advisory of their own, and those alone', () => {
  const vulnerabilities = {
    one: { severity: 'high', via: [{ title: 'reads too much' }] },
    two: { severity: 'high', via: ['one'] },
  };
  expect(summary('bench', JSON.stringify({ vulnerabilities }))).toBe('bench: one (high)');
  expect(summary('bench', '{"vulnerabilities":{}}')).toBe('bench: no known vulnerabilities');
});

test('a registry that refuses, or says nothing in time, is told and is no failure', () => {
  expect(summary('.', '{"message":"405 Method Not Allowed"}')).toBe('.: no answer (405 Method Not Allowed)');
  expect(summary('.', '')).toBe('.: no answer (nothing in time)');
});
