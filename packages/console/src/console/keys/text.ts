import type { Key } from '../../api/api-types.ts';
import { texts } from '../../text/text.ts';

/** The names are those of the API, so that two numbers cannot be exchanged on the way. */
type WrittenRate = Record<keyof NonNullable<Key['rate']>, string>;

const en = {
  title: 'Keys',
  sub: 'API keys, and how much each may spend.',
  account: 'Account',
  name: 'Name of the key',
  groups: 'Answers',
  both: 'both forms',
  u1: 'unified only',
  u2: 'native only',
  search: 'Find a key by name, id or prefix',
  noneFound: 'No key has this name, id or prefix.',
  id: 'Id',
  project: 'Project',
  noProject: 'none',
  projects: 'Projects',
  makeProject: 'Make a project',
  noProjects: 'No projects. The keys of a project share its caps.',
  change: 'Change',
  calls: 'Its calls',
  all: 'all',
  platforms: 'Platforms',
  operations: 'Operations',
  addresses: 'May be used from',
  anywhere: 'anywhere',
  unbounded: 'no limit',
  rate: 'Rate limit',
  rateOf: ({ requests, per_seconds, concurrent }: WrittenRate) =>
    `${requests} in ${per_seconds} s, ${concurrent} at once`,
  empty: 'No keys yet. Make one here, or by',
};

export const useKeysText = texts(en, {
  title: '密钥',
  sub: 'API 密钥，以及各自最多可以花多少。',
  account: '账户',
  name: '密钥名称',
  groups: '返回格式',
  both: '两种格式',
  u1: '仅统一格式',
  u2: '仅原始格式',
  search: '按名称、ID 或前缀查找密钥',
  noneFound: '没有这样的密钥。',
  id: 'ID',
  project: '项目',
  noProject: '无',
  projects: '项目',
  makeProject: '创建项目',
  noProjects: '没有项目。同一项目的密钥共用其上限。',
  change: '修改',
  calls: '它的调用',
  all: '全部',
  platforms: '平台',
  operations: '操作',
  addresses: '来源地址',
  anywhere: '不限',
  unbounded: '无上限',
  rate: '速率限制',
  rateOf: ({ requests, per_seconds, concurrent }) =>
    `${per_seconds} 秒内 ${requests} 次，同时 ${concurrent} 个`,
  empty: '还没有密钥。可在此创建，或运行',
});
