// Owns what an answer says beside its records, as plain lines for a model: what is not there, what could not be asked, which filters do not
// hold, which platforms are missing. A model that is not told takes what it has for the whole.
import { shown } from './foreign-text.ts';

const NAME_CHARS_MAX = 128;
/** Of a platform in a search over many: it has been heard, and nothing is missing. */
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
    ['filters that nobody applied', listOf(ignored_filters)],
    ['filters that are only a wish', listOf(approximate_filters)],
    ['the owner has switched comments off', body.disabled === true ? [''] : []],
  ];
  return notes
    .filter(([, of]) => of.length > 0)
    .map(([what, of]) => (of[0] === '' ? what : `${what}: ${of.join(', ')}`));
}
