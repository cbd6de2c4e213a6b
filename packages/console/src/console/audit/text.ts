import { texts } from '../../text/text.ts';

const en = {
  title: 'Audit',
  sub: 'Every change, and who made it. Rows are never removed.',
  actor: 'By',
  action: 'Action',
  subject: 'Subject',
  detail: 'Detail',
  filter: 'Only this id',
  empty: 'No changes yet.',
};

export const useAuditText = texts(en, {
  title: '审计',
  sub: '每一次更改及其操作者，永不删除。',
  actor: '操作者',
  action: '操作',
  subject: '对象',
  detail: '详情',
  filter: '只看此 ID',
  empty: '还没有任何更改。',
});
