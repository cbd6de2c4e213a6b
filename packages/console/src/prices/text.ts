// Texts about prices by volume, and about coverage.
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

/** Notes come from the gateway and are in English. */
const coverage = {
  coverage: 'Coverage',
  platform: 'Platform',
  operation: 'Operation',
  known: 'Caps, known gaps and freshness',
  cap: (count: string) => `A list ends after ${count} items.`,
  none: 'No gaps known.',
};

export const useCoverageText = texts(coverage, {
  coverage: '覆盖范围',
  platform: '平台',
  operation: '操作',
  known: '上限、已知缺口与时效',
  cap: (count) => `列表最多 ${count} 条。`,
  none: '暂无已知缺口。',
});
