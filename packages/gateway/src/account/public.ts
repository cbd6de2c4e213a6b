// Owns the public verbs that differ from the rest: the key check, signing in and signing up take no bearer key, the pricing catalog needs one only while
// it is not public, and what an address is has nothing to do with the caller's account.
export { keyCheck } from './key-check.ts';
export { portalOpen } from './portal-session.ts';
export { pricing } from './pricing.ts';
export { type AddressDeps, resolveUrl } from './resolve-url.ts';
export { signUp, signUpRead } from './sign-up.ts';
