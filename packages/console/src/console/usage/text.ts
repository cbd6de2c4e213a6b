// Owns the words about usage and margin.
import { texts } from '../../text/text.ts';

const en = {
  title: 'Usage and margin',
  by: 'By',
  second: 'then by',
  days: 'Days',
  lastDays: (count: string) => `${count} days`,
  bys: {
    day: 'day',
    hour: 'hour',
    path: 'path',
    key: 'key',
    account: 'account',
    platform: 'platform',
    provider: 'provider',
    failure: 'failure',
    project: 'project',
  },
  nothing: 'nothing else',
  account: 'Account',
  cost: 'Cost',
  margin: 'Margin',
  earned: 'Earned',
  empty: 'No calls in this time.',
  cut: 'There are more rows than are shown: look at fewer days, or at one account.',
};

export const useUsageText = texts(en, {
  title: '用量与利润',
  by: '按',
  second: '再按',
  days: '天数',
  lastDays: (count) => `${count} 天`,
  bys: {
    day: '日期',
    hour: '小时',
    path: '路径',
    key: '密钥',
    account: '账户',
    platform: '平台',
    provider: '供应商',
    failure: '失败',
    project: '项目',
  },
  nothing: '不再细分',
  account: '账户',
  cost: '成本',
  margin: '利润',
  earned: '收入',
  empty: '这段时间没有调用。',
  cut: '还有更多行未显示：请减少天数，或只看一个账户。',
});
