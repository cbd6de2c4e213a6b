// Stands in a clone for the compiled code: the sources as they are. Packing puts the compiled code here.
export * from '../src/index.ts';
