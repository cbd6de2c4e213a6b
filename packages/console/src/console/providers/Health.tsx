// The health of a provider in a few words, and what is left of its quota.
import type { Provider } from '../../api/api-types.ts';
import { Chip } from '../../parts/Chip.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { STATUS_TONES, useStatusText } from './status.ts';
import { useProvidersText } from './text.ts';

export function Health({ provider: { status, health } }: { provider: Provider }) {
  const text = useProvidersText();
  const statuses = useStatusText();
  const format = useFormat();
  const waits = status === 'suspended' ? health.suspended_for_ms : health.ejected_for_ms;
  const words = [
    statuses[status],
    health.demoted && text.demoted,
    waits > 0 && text.triesIn(format.ms(waits)),
  ].filter(Boolean);
  return <Chip tone={STATUS_TONES[status]}>{words.join(' · ')}</Chip>;
}

interface QuotaProps {
  of: Provider['quota'];
  /** Also shows when the quota resets, and its period. */
  isFull?: boolean;
}

/** Share of the quota below which it is highlighted. */
const FEW = 0.1;

export function Quota({ of: quota, isFull = false }: QuotaProps) {
  const text = useProvidersText();
  const common = useCommonText();
  const format = useFormat();
  if (quota === null || quota.left === null) return common.none;
  const { left, units, per, resets_at } = quota;
  const words = [
    text.quotaLeft(format.count(left), format.count(units)),
    isFull && text.quotaOf[per],
    (isFull || left === 0) && resets_at !== null && text.quotaResets(format.time.moment(resets_at)),
  ].filter(Boolean);
  if (left > units * FEW) return words.join(' · ');
  return <Chip tone={left === 0 ? 'bad' : 'warn'}>{words.join(' · ')}</Chip>;
}
