// Every admin verb by the least role that may run it, so that the role of a new verb is decided here.
import { expect, test } from 'vitest';
import { mayAct, ROLES } from '../domain/role.ts';
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

test('a viewer runs every read and nothing else, except reads that show answers of callers', () => {
  for (const verb of adminVerbs) {
    const least = LOOKS_OF_OPERATORS.includes(verb.name) ? 'operator' : 'viewer';
    if (verb.method === 'GET') expect([verb.name, neededRole(verb)]).toEqual([verb.name, least]);
    else expect([verb.name, verb.needs]).toEqual([verb.name, expect.toBeOneOf([...ROLES])]);
  }
});

test('each role may do everything that the later roles may', () => {
  const may = ROLES.map((role) => ROLES.filter((needed) => mayAct(role, needed)));
  expect(may).toEqual([['owner', 'operator', 'viewer'], ['operator', 'viewer'], ['viewer']]);
});
