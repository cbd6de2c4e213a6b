// Writes V8's counters at the end of a test file: the runner ends its processes in a way that would lose them.
import { takeCoverage } from 'node:v8';
import { afterAll } from 'vitest';

afterAll(() => takeCoverage());
