// Texts of the status page.
import { texts } from '../../text/text.ts';

const en = {
  status: 'Status',
  note: 'Is it your call, this service or the platform? If an operation is good here and your call fails, look at the call.',
  measured: (time: string) => `Measured ${time}. A window with fewer than 20 calls shows no figures.`,
  what: 'Operation',
  state: 'State',
  states: {
    good: 'Good',
    slow: 'Slow',
    unsteady: 'Unsteady',
    failing: 'Failing',
    unknown: 'Unknown',
  },
  causes: { platform: 'the platform', gateway: 'this service' },
  hour: 'Hour',
  day: 'Day',
  month: '30 days',
  answered: (share: string) => `${share} answered`,
  within: (time: string) => `p95 ${time}`,
  refused: (share: string) => `${share} refused`,
  none: 'No operation has a price yet.',
  mounted: 'All routes',
  every: 'All operations',
  legend:
    'Answered: share of calls that got an answer; calls for things that do not exist are left out. p95: 95 of 100 requests to the platform took no longer. Refused: share of calls that the platform refused. Shares are rounded to 5 %.',
  rule: 'State, by the last hour or else the last day. Failing: less than half answered, or the platform cannot be asked now. Unsteady: less than 90 % answered. Slow: p95 above 2.5 s. Unknown: fewer than 20 calls in a day.',
  signIn: 'Sign in',
};

export const useStatusText = texts(en, {
  status: '状态',
  note: '是您的调用、本服务还是平台的问题？如果这里显示某操作正常而您的调用失败，请检查调用本身。',
  measured: (time) => `测量于 ${time}。调用少于 20 次的时段不显示数据。`,
  what: '操作',
  state: '状态',
  states: { good: '正常', slow: '缓慢', unsteady: '不稳定', failing: '故障', unknown: '未知' },
  causes: { platform: '平台', gateway: '本服务' },
  hour: '一小时',
  day: '一天',
  month: '30 天',
  answered: (share) => `成功 ${share}`,
  within: (time) => `p95 ${time}`,
  refused: (share) => `被拒 ${share}`,
  none: '还没有定价的操作。',
  mounted: '全部路由',
  every: '全部操作',
  legend:
    '成功：得到回答的调用占比，不计查询不存在内容的调用。p95：向平台发出的请求中 95% 不超过此时间。被拒：被平台拒绝的调用占比。占比取整到 5%。',
  rule: '状态按最近一小时判断，不足时按最近一天。故障：成功不足一半，或平台当前无法访问。不稳定：成功低于 90%。缓慢：p95 超过 2.5 秒。未知：一天内不足 20 次调用。',
  signIn: '登录',
});
