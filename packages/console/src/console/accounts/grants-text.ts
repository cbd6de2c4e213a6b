// Texts for giving grants.
import { texts } from '../../text/text.ts';

const en = {
  why: 'Used before ordinary money, the lowest priority number first. What is left when a grant expires is taken off the balance.',
  none: 'No grants yet. Sign-up credit and what you give appear here.',
  give: 'Give a grant',
  kind: 'Kind',
  kindHints: {
    promo: 'Given to try the service. Used first.',
    goodwill: 'Given as compensation for a problem.',
    paid: 'Prepaid, such as a package. Counts as a top-up.',
  },
  lastDay: 'Last day',
  lastDayHint: 'In UTC. Empty: it does not expire.',
  given: (amount: string) => `${amount} was given.`,
  givenBefore: 'This grant was already given. Nothing was given again.',
};

export const useGivingText = texts(en, {
  why: '先于普通余额使用，优先级数字小的先用。到期未用完的部分会从余额中扣除。',
  none: '没有。注册赠送和您发放的额度会显示在这里。',
  give: '发放额度',
  kind: '类型',
  kindHints: {
    promo: '赠送，供试用，最先使用。',
    goodwill: '补偿，用于弥补问题。',
    paid: '预付，例如套餐，计为充值。',
  },
  lastDay: '最后一天',
  lastDayHint: 'UTC 日期。留空：永不过期。',
  given: (amount) => `已发放 ${amount}。`,
  givenBefore: '此前已发放，没有重复发放。',
});
