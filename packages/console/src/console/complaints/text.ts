// Owns the words about complaints.
import { texts } from '../../text/text.ts';

const en = {
  title: 'Complaints',
  sub: 'What callers say about paid answers. Each ends in a refund or in a no.',
  filed: 'Filed',
  account: 'Account',
  reason: 'What they say',
  note: 'What was found',
  charged: 'Charged',
  states: { waiting: 'waiting', refunded: 'refunded', refused: 'refused' },
  all: 'all',
  decide: 'Decide',
  refund: (amount: string) => `Refund ${amount}`,
  refuse: 'Refuse',
  why: 'Reason, for the caller and the audit log',
  empty: 'None. Callers complain from a receipt in the portal.',
};

export const useComplaintsText = texts(en, {
  title: '投诉',
  sub: '调用方对付费结果的意见，最终退款或拒绝。',
  filed: '提交时间',
  account: '账户',
  reason: '投诉内容',
  note: '核查结果',
  charged: '已扣费',
  states: { waiting: '待处理', refunded: '已退款', refused: '已拒绝' },
  all: '全部',
  decide: '处理',
  refund: (amount) => `退款 ${amount}`,
  refuse: '拒绝',
  why: '原因（调用方和审计日志可见）',
  empty: '没有投诉。调用方可在门户的收据页提交。',
});
