// Label and colour of a provider's status, the same on every page. In English the label is the API's own word.
import type { Provider } from '../../api/api-types.ts';
import type { Tone } from '../../parts/Chip.tsx';
import { texts } from '../../text/text.ts';

type ProviderStatus = Provider['status'];

export const STATUS_TONES: Record<ProviderStatus, Tone> = {
  works: 'good',
  unsteady: 'warn',
  trying: 'warn',
  failing: 'bad',
  paused: 'bad',
  suspended: 'bad',
  spent: 'bad',
  idle: 'plain',
};

const en: Record<ProviderStatus, string> = {
  works: 'works',
  unsteady: 'unsteady',
  failing: 'failing',
  trying: 'trying',
  paused: 'paused',
  suspended: 'suspended',
  spent: 'spent',
  idle: 'idle',
};

export const useStatusText = texts(en, {
  works: '正常',
  unsteady: '不稳定',
  failing: '全部失败',
  trying: '正在试探',
  paused: '已暂停',
  suspended: '对方要求暂停',
  spent: '配额用尽',
  idle: '空闲',
});
