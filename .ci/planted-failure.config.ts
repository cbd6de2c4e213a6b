// Owns the run of the planted failure: the settings of every other run, another list of files.
import { defineConfig, mergeConfig } from 'vitest/config';
import ordinary from '../vitest.config.ts';

const planted = mergeConfig(ordinary, defineConfig({}));
planted.test = { ...planted.test, include: ['.ci/planted-failure.ts'] };
export default planted;
