// Learns from the audit log which fault an operator switched on at a provider of the showcase, on whichever node that was done. The newest
// row about a provider is its state, also after a restart.
import { PROVIDER_FAULTS, type ProviderFault } from '../domain/provider-status.ts';
import { PROVIDER_FAULT, type Storage } from '../storage/storage.ts';

export interface Faults {
  /** null for a provider that cannot be broken. */
  of(provider: string): ProviderFault | null;
  /** Reads them again, whenever something changed. */
  take(): Promise<void>;
}

export async function followFaults(
  storage: { audit: Pick<Storage['audit'], 'list'> },
  names: () => readonly string[],
  onChange: (provider: string) => void,
): Promise<Faults> {
  /** With the number of the row: of two reads at the same time the older one may end last. */
  const known = new Map<string, { row: number; fault: ProviderFault }>();
  async function read(provider: string): Promise<void> {
    // Only rows of this action: a watchdog may resume or check a provider thousands of times.
    const { items } = await storage.audit.list({
      subject: provider,
      action: PROVIDER_FAULT,
      limit: 1,
      after: null,
    });
    const [row] = items;
    const fault = PROVIDER_FAULTS.find((one) => one === row?.detail.fault);
    if (row === undefined || fault === undefined || row.id <= (known.get(provider)?.row ?? 0)) return;
    known.set(provider, { row: row.id, fault });
    onChange(provider);
  }
  const take = async () => {
    await Promise.all(names().map(read));
  };
  await take();
  return {
    of: (provider) => (names().includes(provider) ? (known.get(provider)?.fault ?? 'none') : null),
    take,
  };
}
