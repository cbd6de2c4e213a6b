// Owns the two public verbs whose authentication differs from the rest: the key check takes no bearer key, and the
// pricing catalog needs one only while it is not public.
export { keyCheck } from './key-check.ts';
export { pricing } from './pricing.ts';
