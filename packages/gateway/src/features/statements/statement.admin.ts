// Statements for operators: of one account, one month or all, and each in full.

import { isFailure } from '../../domain/failure.ts';
import { Type } from '../../domain/schema.ts';
import type { AdminCaller, AdminDeps } from '../../verb/deps.ts';
import { AccountRef } from '../../verb/fields.ts';
import { NextCursor, nextCursor, pageQuery, readPage } from '../../verb/paging.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import { onlyAccount } from '../accounts/account-views.ts';
import {
  noStatement,
  StatementNumber,
  StatementSummary,
  StatementView,
  statementSummary,
  statementView,
} from './statement-views.ts';

const Month = Type.String({
  pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$',
  description: 'A UTC month.',
  examples: ['2026-10'],
});

export const statementList = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminListStatements',
  method: 'GET',
  path: '/admin/v1/statements',
  summary: 'List statements of closed months, the newest first',
  tag: 'Accounts',
  params: Nothing,
  query: Type.Object({ ...pageQuery, account: Type.Optional(AccountRef), month: Type.Optional(Month) }),
  body: Nothing,
  result: Type.Object({ statements: Type.Array(StatementSummary), next_cursor: NextCursor }),
  async run(deps, { query }) {
    const paging = readPage('statements', query);
    if (isFailure(paging)) return paging;
    const only = await onlyAccount(deps, query.account);
    if (isFailure(only)) return only;
    const page = await deps.storage.statements.list({
      ...paging,
      ...only,
      ...(query.month !== undefined && { month: query.month }),
    });
    const next = nextCursor('statements', page.next);
    return { statements: page.items.map(statementSummary), next_cursor: next };
  },
});

export const statementRead = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminGetStatement',
  method: 'GET',
  path: '/admin/v1/statements/{statement}',
  summary: 'A statement, as JSON, as CSV, or as a page to print',
  tag: 'Accounts',
  params: Type.Object({ statement: StatementNumber }),
  query: Nothing,
  body: Nothing,
  result: Type.Object({ statement: StatementView }),
  async run({ storage }, { params }) {
    const statement = await storage.statements.find({ number: Number(params.statement) });
    return statement === null ? noStatement : { statement: statementView(statement) };
  },
});
