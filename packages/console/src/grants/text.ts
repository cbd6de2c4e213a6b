// Texts about grants, for console and portal.
import { texts } from '../text/text.ts';

const en = {
  title: 'Grants',
  kinds: { promo: 'Promo credit', goodwill: 'Goodwill', paid: 'Prepaid' },
  yours: 'your own money',
  ordinary: 'ordinary money',
  given: 'Given',
  remaining: 'Remaining',
  expires: 'Expires',
  never: 'never',
  usedUp: 'used up',
  expired: 'expired',
};

export const useGrantsText = texts(en, {
  title: '额度',
  kinds: { promo: '赠送额度', goodwill: '补偿额度', paid: '预付额度' },
  yours: '账户余额',
  ordinary: '账户余额',
  given: '发放金额',
  remaining: '剩余',
  expires: '到期',
  never: '永不',
  usedUp: '已用完',
  expired: '已过期',
});
