// Which commands `help` names for what people want to do. The questions were written before any answer was seen.
import { expect, test } from 'vitest';
import { commands } from './commands.ts';
import { mentioning } from './help-words.ts';

const QUESTIONS: Record<string, readonly string[]> = {
  'back up the database': ['storage backup'],
  'move to postgres': ['storage copy'],
  'give a customer money': ['account topup', 'account grant'],
  'give money back': ['account refund'],
  'promotional credit': ['account grant'],
  'block a customer': ['account disable'],
  'invite somebody': ['invites create'],
  'new api key': ['key create'],
  'replace a key': ['key rotate'],
  'daily limit of a key': ['key create', 'key update'],
  'what happened to a request': ['call show', 'lookup'],
  'what is this id': ['lookup'],
  'publish prices': ['catalog apply'],
  'what does a call cost': ['price', 'quote'],
  'import videos': ['library import'],
  'delete a video': ['library remove'],
  'find videos': ['search'],
  'captions of a video': ['transcript get'],
  'stop a collection of a customer': ['admin collections stop'],
  'is my installation ok': ['doctor'],
  'why is a provider down': ['providers', 'connectors check'],
  'test a webhook': ['webhook test'],
  'who changed what': ['audit'],
  'monthly statement': ['statements show', 'account statement', 'statements list'],
  'sign in at the console in the browser': ['console'],
};

test('20 of 25 questions have a command that does it among the first three', () => {
  const missed = Object.entries(QUESTIONS).filter(([asked, wanted]) => {
    const first = mentioning(commands, asked.split(' ')).slice(0, 3);
    return !first.some(({ name }) => wanted.includes(name));
  });
  expect(missed.map(([asked]) => asked).slice(5), missed.map(([asked]) => asked).join('; ')).toEqual([]);
  const known = new Set(commands.map(({ name }) => name));
  expect(
    Object.values(QUESTIONS)
      .flat()
      .filter((name) => !known.has(name)),
  ).toEqual([]);
});
