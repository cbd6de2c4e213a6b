// Owns the look whether there is a library where the configuration says. Only an import, or the gateway itself, makes one.
import { existsSync } from 'node:fs';
import type { Config } from '../config.ts';
import { libraryPath } from '../library/database.ts';
import type { Invocation } from './command.ts';
import { libraryElsewhere } from './elsewhere.ts';
import { NothingThere } from './world.ts';

export function configWithLibrary(call: Invocation): Config {
  const config = call.world.config(call.configFile);
  const file = libraryPath(config.dataDir);
  if (existsSync(file)) return config;
  throw new NothingThere(`there is no library at ${file}; ${libraryElsewhere(config)}`);
}
