// The public API of the package. Everything else may change.
export type * from './api-types.ts';
export { Call } from './call.ts';
export type { Clock } from './clock.ts';
export type { CollectionMethods, ExportOptions, FollowOptions } from './collections.ts';
export type { List, Lookup, Native, Unified } from './data-calls.ts';
export type { DryRunAction } from './data-methods.ts';
export { type ErrorCode, isReelgateError, type LocalCode, type Outcome, ReelgateError } from './error.ts';
export type { ItemsOptions } from './numbered-items.ts';
export { Reelgate } from './reelgate.ts';
export type { Answer, CallOptions, Charge } from './send.ts';
export type { ReelgateOptions } from './settings.ts';
export { Walk, type WalkEnd, type WalkOptions } from './walk.ts';
export type { WatchItemsOptions, WatchMethods } from './watches.ts';
export { verifyWebhook } from './webhooks.ts';
