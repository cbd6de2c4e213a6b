// Stands in a clone for the compiled types: the sources as they are. Packing puts the compiled types here.
export * from '../src/index.ts';
