// What an answer says besides its records, as plain lines for a model: missing records, records that could not be
// asked for, filters that were not applied, missing platforms. Without them a model would take a partial answer for a
// complete one.
import { shown } from './platform-text.ts';

const NAME_CHARS_MAX = 128;
/** Statuses of a platform, in a search over many, with which nothing is missing. */
const HEARD: ReadonlySet<unknown> = new Set(['ok', 'empty', 'ended']);

type Fields = Record<string, unknown>;

const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value : []);

const named = (name: unknown, why: unknown) =>
  `${shown(name, NAME_CHARS_MAX)} (${shown(why, NAME_CHARS_MAX)})`;

export function answerNotes(body: Fields): string[] {
  const { not_found, failed, platforms, ignored_filters, approximate_filters } = body;
  const unheard = listOf(platforms).filter(({ status }) => !HEARD.has(status));
  const notes: [string, unknown[]][] = [
    ['not there', listOf(not_found).map(({ id, reason }) => named(id, reason))],
    ['could not be asked, and not charged', listOf(failed).map(({ id, code }) => named(id, code))],
    ['without', unheard.map(({ platform, status }) => named(platform, status))],
    ['filters that were not applied', listOf(ignored_filters)],
    ['filters that are applied only approximately', listOf(approximate_filters)],
    [
      'entries of the playlist that are not there any more',
      Number(body.unavailable) > 0 ? [body.unavailable] : [],
    ],
    ['the owner has switched comments off', body.disabled === true ? [''] : []],
  ];
  return notes
    .filter(([, of]) => of.length > 0)
    .map(([what, of]) => (of[0] === '' ? what : `${what}: ${of.join(', ')}`));
}
