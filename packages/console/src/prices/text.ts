// Texts about prices by volume.
import { texts } from '../text/text.ts';

const en = {
  tiers: 'By volume in a month',
  first: (price: string) => `${price} at first`,
  from: (count: string, price: string) => `${price} after ${count}`,
  used: (count: string) => `${count} so far this month`,
  inDocument: 'change it in a document',
};

export const useTiersText = texts(en, {
  tiers: '按月用量',
  first: (price) => `起步 ${price}`,
  from: (count, price) => `超过 ${count} 后 ${price}`,
  used: (count) => `本月已用 ${count}`,
  inDocument: '请用文档修改',
});
