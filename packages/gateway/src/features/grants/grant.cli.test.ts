// A new field of grants needs no change of the commands: flags and columns follow from the schemas.
import { expect, test } from 'vitest';
import { grantCommands } from './grant.cli.ts';
import { GrantInput } from './grant-views.ts';

const [give] = grantCommands;

test('every field that an operator may set is an argument or a flag of `account grant`', () => {
  const words = [
    ...(give!.arguments ?? []).map(({ name }) => name),
    ...(give!.options ?? []).map(({ flags }) => flags),
  ];
  const offered = (field: string) =>
    words.some((word) => word.includes(field.replace(/_at$/, '').replaceAll('_', '-')));
  expect(Object.keys(GrantInput.properties).filter((field) => !offered(field))).toEqual([]);
});
