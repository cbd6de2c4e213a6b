// How long the old secret of a key or a webhook stays valid after a rotation, by the choice that the pages offer.

const HOUR_S = 60 * 60;

/** Seconds, as the gateway takes them. */
export const GRACE_SECONDS = { none: 0, hour: HOUR_S, day: 24 * HOUR_S } as const;

export type Grace = keyof typeof GRACE_SECONDS;

export const GRACES = Object.keys(GRACE_SECONDS) as Grace[];
