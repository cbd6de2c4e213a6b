// What is said of a provider: its status in one word, derived here once for the console, the command line and the API; its name where names are
// hidden; the result of a probe; the faults of the showcase.

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

// A live check of a provider, as commands and the admin API show it.

/** The result of one live search at one provider. */
export interface Probe {
  provider: string;
  platform: string;
  /** `ok`, or the kind of failure. */
  outcome: string;
  items: number | null;
  end: string | null;
  duration_ms: number;
  /** Which setting to change, the title of the first result, or what failed. */
  detail: string | null;
  /** Keys of the answer that the connector does not know: nothing reads them. */
  new_keys: string[];
  /** Keys that the connector reads and that every answer which it knows has, but not this one. */
  missing_keys: string[];
}

/** Answers of a recording, with whose keys a live check compares. */
export interface RecordedBodies {
  operation: string;
  platform: string;
  bodies: string[];
}

/** What a recording asks about. Without an id, that of the first result is taken. */
export interface RecordWishes {
  keyword: string;
  video?: string | undefined;
  author?: string | undefined;
  playlist?: string | undefined;
}

/** A recording that was made, as its file has it. */
export interface LiveRecording {
  recording: {
    connector: string;
    recorded_on: string;
    from: string | null;
    kept: string[];
    samples: {
      operation: string;
      input: { platform: string };
      answers: { body: string }[];
      expect: object;
    }[];
  };
  /** Operations without a sample, and why. */
  left: { operation: string; platform: string; reason: string }[];
}

// Names of providers as callers see them. Where the operator hides the names, providers are numbered, so that a caller still sees when a
// second one was asked.

/** Replaces the name of a provider, its connector or its host. */
export const HIDDEN_NAME = 'hidden';

/** `provider-1`, `provider-2` …; the same provider always gets the same name. */
export function orderNames(providers: readonly string[]): string[] {
  const known = [...new Set(providers)];
  return providers.map((name) => `provider-${known.indexOf(name) + 1}`);
}

/** Faults that an operator may switch on at a provider of the showcase, to see how calls move to another one. */
export const PROVIDER_FAULTS = ['none', 'slow', 'down', 'refusing', 'wrong'] as const;
export type ProviderFault = (typeof PROVIDER_FAULTS)[number];

export const PROVIDER_FAULT_TEXT =
  '`none`: it answers; `slow`: each answer takes 8 seconds; `down`: it answers with an error; `refusing`: it refuses every request; ' +
  '`wrong`: its answers have records without ids, which the gateway does not sell.';
