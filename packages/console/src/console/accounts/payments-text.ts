// Owns the words about what an account paid in by itself.
import { texts } from '../../text/text.ts';

const en = {
  topups: 'Top-ups that were ordered',
  noTopups: 'None. Callers order them in the portal where payments are set up.',
  topupStates: { open: 'Waits for the payment', paid: 'Paid', ended: 'Not paid' },
  ways: { manual: 'by hand', stripe: 'Stripe' },
  way: 'Way',
  bookIt: 'Book it',
  recharges: 'Recharges by the saved card',
  noRecharges: 'None.',
  rechargeStates: {
    wanted: 'Wanted',
    charging: 'The card is asked',
    paid: 'Paid',
    declined: 'Refused',
    not_needed: 'Not needed any more',
    cancelled: 'Cancelled',
  },
  disputes: 'Payments that were taken back',
  noDisputes: 'None.',
  disputeStates: { withdrawn: 'Taken back', reinstated: 'Came again' },
  disputed: 'Disputed',
  taken: 'Taken from the balance',
  owed: 'Owed',
};

export const usePaymentsText = texts(en, {
  topups: '充值订单',
  noTopups: '没有。设置了付款方式后，客户可在门户中下单。',
  topupStates: { open: '等待付款', paid: '已到账', ended: '未付款' },
  ways: { manual: '人工', stripe: 'Stripe' },
  way: '方式',
  bookIt: '入账',
  recharges: '自动充值',
  noRecharges: '没有。',
  rechargeStates: {
    wanted: '待扣款',
    charging: '扣款中',
    paid: '已到账',
    declined: '被拒',
    not_needed: '不再需要',
    cancelled: '已取消',
  },
  disputes: '被撤回的付款',
  noDisputes: '没有。',
  disputeStates: { withdrawn: '已撤回', reinstated: '已恢复' },
  disputed: '争议金额',
  taken: '已从余额扣回',
  owed: '欠款',
});
