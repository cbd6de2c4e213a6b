// Owns how files that name each other are found at a start. Node looks on disk for each of some 4,000 imports, whether the file is
// there and what its real path is; a relative import with a whole name says where it is, and a file that is missing is noticed
// when it is read. That takes a sixth of the CPU time of a start away. CommonJS and names of packages go Node's own way.
import { registerHooks } from 'node:module';

/** `folder` is the URL of all sources, `ending` that of their names. Beside them only `.mjs` says its format by its name. */
export function resolveByName(folder, { ending, format }) {
  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL } = context;
      if (parentURL === undefined || !specifier.startsWith('.')) return next(specifier, context);
      const isOwn = specifier.endsWith(ending) && parentURL.startsWith(folder);
      const isModule = specifier.endsWith('.mjs') && parentURL.endsWith('.mjs');
      if (!isOwn && !isModule) return next(specifier, context);
      return {
        url: new URL(specifier, parentURL).href,
        format: isOwn ? format : 'module',
        shortCircuit: true,
      };
    },
  });
}
