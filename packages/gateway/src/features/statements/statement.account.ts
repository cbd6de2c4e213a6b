// The caller's own statements: the list, and each in full.
import { isFailure } from '../../domain/failure.ts';
import { Type } from '../../domain/schema.ts';
import { keyHolder } from '../../verb/caller.ts';
import type { AccountCaller, AccountDeps } from '../../verb/deps.ts';
import { NextCursor, nextCursor, pageQuery, readPage } from '../../verb/paging.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import {
  noStatement,
  StatementNumber,
  StatementSummary,
  StatementView,
  statementSummary,
  statementView,
} from './statement-views.ts';

export const ownStatementList = verbOf<AccountDeps, AccountCaller>()({
  name: 'listStatements',
  client: 'account.statements',
  method: 'GET',
  path: '/api/account/v1/statements',
  summary: 'Statements of your closed months, the newest first',
  tag: 'Account',
  params: Nothing,
  query: Type.Object({ ...pageQuery }),
  body: Nothing,
  result: Type.Object({ statements: Type.Array(StatementSummary), next_cursor: NextCursor }),
  async run({ storage }, { query }, caller) {
    const { account } = keyHolder(caller);
    const paging = readPage('statements', query);
    if (isFailure(paging)) return paging;
    const page = await storage.statements.list({ ...paging, accountId: account.id });
    const next = nextCursor('statements', page.next);
    return { statements: page.items.map(statementSummary), next_cursor: next };
  },
});

export const ownStatementRead = verbOf<AccountDeps, AccountCaller>()({
  name: 'getStatement',
  client: 'account.statement',
  method: 'GET',
  path: '/api/account/v1/statements/{statement}',
  summary: 'One of your statements, as JSON, as CSV, or as a page to print',
  tag: 'Account',
  params: Type.Object({ statement: StatementNumber }),
  query: Nothing,
  body: Nothing,
  result: Type.Object({ statement: StatementView }),
  async run({ storage }, { params }, caller) {
    const { account } = keyHolder(caller);
    const statement = await storage.statements.find({ number: Number(params.statement) });
    return statement?.accountId === account.id ? { statement: statementView(statement) } : noStatement;
  },
});
