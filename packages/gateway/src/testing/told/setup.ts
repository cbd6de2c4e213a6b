// Tells tests whether digests are compared or, with `-u`, written anew.
import type { TestProject } from 'vitest/node';

export default (project: TestProject): void =>
  project.provide('writesTold', project.config.snapshotOptions.updateSnapshot === 'all');
