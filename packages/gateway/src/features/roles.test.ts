// Every admin verb by the least role that may run it, so that the role of a new verb is decided here.
import { expect, test } from 'vitest';
import { mayAct, ROLES } from '../domain/access/session.ts';
import { neededRole } from '../http/admin-server.ts';
import { adminVerbs } from './index.ts';

const OWNER = [
  'adminCreateLoginCode',
  'adminCreateToken',
  'adminPublishCatalog',
  'adminRevokeSession',
  'adminRevokeToken',
];

test('tokens, sign-in links, sessions of others and prices are changed by owners alone', () => {
  const owners = adminVerbs.filter((verb) => neededRole(verb) === 'owner').map(({ name }) => name);
  expect(owners.sort()).toEqual(OWNER);
});

/** Reads that a viewer may not run: they show an answer that a caller bought. */
const LOOKS_OF_OPERATORS = ['adminGetComplaintCase'];

/** What a viewer may run although its method is not GET: it signs out, or asks what a price list would change. */
const OTHERS_OF_VIEWERS = ['adminCloseSession', 'adminDiffCatalog', 'adminGetCatalogRevenue'];

test('a viewer runs every read and nothing else, except reads that show answers of callers', () => {
  const ofViewers = ({ name, method }: (typeof adminVerbs)[number]) =>
    method === 'GET' ? !LOOKS_OF_OPERATORS.includes(name) : OTHERS_OF_VIEWERS.includes(name);
  for (const verb of adminVerbs)
    expect([verb.name, mayAct('viewer', neededRole(verb))]).toEqual([verb.name, ofViewers(verb)]);
  const undecided = adminVerbs.filter(({ method, needs }) => method !== 'GET' && needs === undefined);
  expect(undecided.map(({ name }) => name)).toEqual([]);
});

test('each role may do everything that the later roles may', () => {
  const may = ROLES.map((role) => ROLES.filter((needed) => mayAct(role, needed)));
  expect(may).toEqual([['owner', 'operator', 'viewer'], ['operator', 'viewer'], ['viewer']]);
});
