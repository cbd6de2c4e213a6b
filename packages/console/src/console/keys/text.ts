// Owns the words about keys.
import { texts } from '../../text/text.ts';

const en = {
  title: 'Keys',
  sub: 'What may call, and how much it may spend.',
  account: 'Account',
  name: 'Name of the key',
  groups: 'Answers',
  both: 'both forms',
  u1: 'unified alone',
  u2: 'native alone',
  empty: 'No keys yet. Make one here, or by',
};

export const useKeysText = texts(en, {
  title: '密钥',
  sub: '谁可以调用，最多可以花多少。',
  account: '账户',
  name: '密钥名称',
  groups: '返回格式',
  both: '两种格式',
  u1: '仅统一格式',
  u2: '仅原始格式',
  empty: '还没有密钥。可在此创建，或运行',
});
