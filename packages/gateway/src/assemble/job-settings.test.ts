// The durations of the file reach the background jobs in the unit that each setting names.
import { expect, test } from 'vitest';
import { isConfigError, loadConfig } from '../config/config.ts';
import { connectorNeeds, connectors } from '../connectors/index.ts';
import { DAY_MS } from '../domain/duration.ts';
import { jobDepsOf } from './calls.ts';
import { type Core, systemPorts } from './core.ts';

function jobsOf(yaml: string) {
  const config = loadConfig({
    ...{ file: 'r.yaml', connectors: connectors.map(connectorNeeds), env: {}, readFile: () => yaml },
  });
  if (isConfigError(config)) throw new Error(config.message);
  return jobDepsOf({ ports: systemPorts, live: { config } } as unknown as Core);
}

test('questions, events and answers are kept for the days and seconds of the file, and usage for its months', () => {
  const jobs = jobsOf(`
observe: { question_days: 3 }
events: { keep_days: 5 }
answers: { keep_seconds: 7200 }
retention: { usage_months: 14 }
`);
  expect({
    questions: jobs.keepQuestionsMs(),
    events: jobs.keepEventsMs(),
    answers: jobs.keepAnswersMs(),
    months: jobs.keepUsageMonths(),
  }).toEqual({ questions: 3 * DAY_MS, events: 5 * DAY_MS, answers: 7_200_000, months: 14 });
});
