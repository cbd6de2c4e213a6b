// How a provider does, in one word: derived here once, and shown as it is by the console, the command line and the API. Pure.

/** Below this share of good attempts a provider is unsteady, and asked after the others. */
export const DEMOTE_BELOW = 0.8;

export const PROVIDER_STATUSES = [
  'works',
  'unsteady',
  'failing',
  'trying',
  'paused',
  'suspended',
  'spent',
  'idle',
] as const;
export type ProviderStatus = (typeof PROVIDER_STATUSES)[number];

export const PROVIDER_STATUS_TEXT =
  '`works`; `unsteady`: more than a fifth of its last attempts failed; `failing`: all of them did; `trying`: it is asked once more after a pause; ' +
  '`paused`: it failed five times in a row; `suspended`: it asked not to be called; `spent`: its quota is used up; `idle`: it was not asked in the last hour.';

/** What the word is derived from; counts of several processes are added up, of states the worst counts. */
export interface StatusFacts {
  breaker: 'closed' | 'open' | 'half_open';
  suspendedForMs: number;
  /** Attempts of the last hour. */
  recent: { attempts: number; failures: number };
  /** null where there is no quota, or nobody knows yet. */
  quotaLeft: number | null;
}

export function providerStatus({ suspendedForMs, quotaLeft, breaker, recent }: StatusFacts): ProviderStatus {
  if (suspendedForMs > 0) return 'suspended';
  if (quotaLeft === 0) return 'spent';
  if (breaker === 'open') return 'paused';
  if (breaker === 'half_open') return 'trying';
  if (recent.attempts === 0) return 'idle';
  if (recent.failures === recent.attempts) return 'failing';
  return 1 - recent.failures / recent.attempts < DEMOTE_BELOW ? 'unsteady' : 'works';
}

export const LIGHTS = ['good', 'warn', 'bad', 'unknown'] as const;
export type Light = (typeof LIGHTS)[number];

export const LIGHT_OF: Record<ProviderStatus, Light> = {
  works: 'good',
  unsteady: 'warn',
  trying: 'warn',
  failing: 'bad',
  paused: 'bad',
  suspended: 'bad',
  spent: 'bad',
  idle: 'unknown',
};

/** Of a platform. `weak`: a provider behind it fails or waits, another can be asked. `down`: no provider can be asked right now. */
export const PLATFORM_HEALTH = ['ok', 'weak', 'down'] as const;
