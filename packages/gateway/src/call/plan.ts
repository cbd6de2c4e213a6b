// Owns which attempts a call may make, in which order. Pure: the same call and providers always give the same plan.
import type { Variant } from '../domain/call.ts';
import type { ConnectedProvider } from './call-deps.ts';

export interface PlanInput {
  variant: Variant;
  providers: readonly ConnectedProvider[];
  /** The provider that issued the walk's cursor. Only it understands that cursor. */
  cursorProvider: string | null;
}

/** Economy tries one provider once; stable goes on to the next one when a provider fails. */
export function plan({ variant, providers, cursorProvider }: PlanInput): readonly ConnectedProvider[] {
  if (cursorProvider !== null) return providers.filter(({ provider }) => provider.name === cursorProvider);
  return variant === 'economy' ? providers.slice(0, 1) : providers;
}
