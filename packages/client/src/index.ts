// Owns what the package offers. Everything else is free to change.
export type * from './api-types.ts';
export { Call } from './call.ts';
export type { Clock } from './clock.ts';
export { type ErrorCode, isReelgateError, type LocalCode, type Outcome, ReelgateError } from './error.ts';
export {
  type DryRunAction,
  type List,
  type Lookup,
  type Native,
  Reelgate,
  type Unified,
} from './reelgate.ts';
export type { Answer, CallOptions, Charge } from './send.ts';
export type { ReelgateOptions } from './settings.ts';
export { Walk, type WalkEnd, type WalkOptions } from './walk.ts';
