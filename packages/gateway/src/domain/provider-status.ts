// The status of a provider in one word. It is derived here once, for the console, the command line and the API.

/** Below this share of successful attempts a provider is unsteady, and is asked after the others. */
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

/** Input of the status. Over several processes counts are added up, and the worst state is taken. */
interface StatusFacts {
  breaker: 'closed' | 'open' | 'half_open';
  suspendedForMs: number;
  /** Attempts of the last hour. */
  recent: { attempts: number; failures: number };
  /** Null when there is no quota, or it is not known yet. */
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
type Light = (typeof LIGHTS)[number];

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

/** Health of a platform. `weak`: one of its providers fails or is paused, and another can be asked. `down`: no provider can be asked now. */
export const PLATFORM_HEALTH = ['ok', 'weak', 'down'] as const;
