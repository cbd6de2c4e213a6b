// In a clone this file points to the sources. `npm pack` replaces it with the compiled types.
export * from '../src/index.ts';
