// The environment of a plain terminal, without what `npm run` adds, above all the clone's own Node on PATH.
import path from 'node:path';

export function ownEnvironment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_(?!config_(registry|cache|userconfig)$)|INIT_CWD|NODE_COMPILE_CACHE|REELGATE_|VITEST)/.test(
        name,
      ),
  );
  const places = (process.env.PATH ?? '').split(path.delimiter);
  const PATH = places.filter((place) => !/node_modules|node-gyp-bin/.test(place)).join(path.delimiter);
  return { ...(Object.fromEntries(kept) as Record<string, string>), PATH };
}
