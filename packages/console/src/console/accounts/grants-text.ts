// Texts for giving grants.
import { texts } from '../../text/text.ts';

const en = {
  why: 'Used before ordinary money, the lowest priority first. What is left when it expires is taken off the balance.',
  none: 'None. Sign-up credit stands here, and what you give.',
  give: 'Give credit',
  kind: 'Kind',
  kindHints: {
    promo: 'Given, to try the service. Used first.',
    goodwill: 'Given, for trouble that somebody had.',
    paid: 'Prepaid, such as a package. Counts as a top-up.',
  },
  lastDay: 'Last day',
  lastDayHint: 'In UTC. Empty: it does not expire.',
  given: (amount: string) => `${amount} was given.`,
  givenBefore: 'It was given before; nothing was given again.',
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
