// In a clone this file points to the sources. `npm pack` replaces it with the compiled code.
export * from '../src/index.ts';
