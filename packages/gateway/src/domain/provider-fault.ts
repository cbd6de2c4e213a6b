// Faults that an operator may switch on at a provider of the showcase, to see how calls move to another one.

export const PROVIDER_FAULTS = ['none', 'slow', 'down', 'refusing', 'wrong'] as const;
export type ProviderFault = (typeof PROVIDER_FAULTS)[number];

export const PROVIDER_FAULT_TEXT =
  '`none`: it answers; `slow`: each answer takes 8 seconds; `down`: it answers with an error; `refusing`: it refuses every request; ' +
  '`wrong`: its answers have records without ids, which the gateway does not sell.';
