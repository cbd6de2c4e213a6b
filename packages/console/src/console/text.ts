// Texts of the console's navigation and sign-in.
import { texts } from '../text/text.ts';

const en = {
  overview: 'Overview',
  calls: 'Calls',
  live: 'live',
  providers: 'Providers',
  accounts: 'Accounts',
  keys: 'Keys',
  catalog: 'Catalog',
  complaints: 'Complaints',
  usage: 'Usage and margin',
  notices: 'Notices',
  noticesSub:
    'What operators should know, and where it is sent as well. Those of an account are on its page.',
  audit: 'Audit',
  system: 'System',
  found: {
    call: 'call',
    account: 'account',
    key: 'key',
    project: 'project',
    complaint: 'complaint',
    entry: 'entry',
    token: 'token',
    session: 'session',
  },
  signIn: {
    title: 'Sign in',
    how: 'Run this where the gateway runs. It prints a link that is good once, for two minutes:',
    failed: 'The link was not accepted. It may have been used, or be older than two minutes.',
    role: { owner: 'owner', operator: 'operator', viewer: 'viewer' },
  },
};

export const useConsoleText = texts(en, {
  overview: '概览',
  calls: '调用',
  live: '实时',
  providers: '供应商',
  accounts: '账户',
  keys: '密钥',
  catalog: '价格表',
  complaints: '投诉',
  usage: '用量与利润',
  notices: '通知',
  noticesSub: '运营者应当知道的事情，以及还发送到哪里。各账户的通知在其页面上。',
  audit: '审计',
  system: '系统',
  found: {
    call: '调用',
    account: '账户',
    key: '密钥',
    project: '项目',
    complaint: '投诉',
    entry: '明细',
    token: '令牌',
    session: '会话',
  },
  signIn: {
    title: '登录',
    how: '在网关所在的机器上运行以下命令，它会给出一个两分钟内有效的一次性链接：',
    failed: '链接无效：可能已被使用，或已超过两分钟。',
    role: { owner: '所有者', operator: '操作员', viewer: '只读' },
  },
});
