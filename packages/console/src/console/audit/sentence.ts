// Writes a row of the audit log as a sentence.
import type { AuditRow } from '../../api/api-types.ts';
import { toDecimal } from '../../money/money.ts';
import type { Format } from '../../shell/use-format.ts';
import { actorName, shortId } from '../../text/names.ts';
import type { Texts } from '../../text/text.ts';
import type { useAuditText } from './text.ts';

export interface Told {
  text: Pick<ReturnType<typeof useAuditText>, 'sentences' | 'fields' | 'words'>;
  format: Pick<Format, 'exact' | 'count' | 'time'>;
  currency: string;
  /** Names of accounts, keys, projects and tokens, by id. */
  names: Readonly<Record<string, string>>;
}

/** Decimals of the API. */
const AMOUNTS = new Set(['amount', 'balance', 'budget', 'charged', 'owed', 'refunded', 'taken']);
/** Amounts in micro-units. Older rows have them without `_micros`. */
const MICROS = /_micros$|Micros$/;
const MOMENT = /(?:_from|_until|_at)_ms$|AtMs$/;

type Fields = Record<string, unknown>;

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

/** A name of several words is quoted, so that it does not run into the sentence. */
function quoted(name: string, isName = true): string {
  return isName && /\s/.test(name) ? `“${name}”` : name;
}

function written(name: string, value: unknown, { text, format, currency, names }: Told): string {
  const words = text.words as Readonly<Record<string, string>>;
  if (isNothing(value)) return text.words.none;
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'number') {
    if (MICROS.test(name)) return format.exact(toDecimal(BigInt(value)), currency);
    if (MOMENT.test(name)) return format.time.full(new Date(value).toISOString());
    return format.count(value);
  }
  if (typeof value !== 'string') return JSON.stringify(value);
  if (AMOUNTS.has(name)) return format.exact(value, currency);
  return quoted(names[value] ?? words[value] ?? value, names[value] !== undefined);
}

/** Fields of an update, each with its new value. */
function changesOf(detail: Fields, told: Told): string {
  const labels = told.text.fields as Readonly<Record<string, string>>;
  return Object.entries(detail)
    .map(([name, value]) => `${labels[name] ?? name.replaceAll('_', ' ')} ${written(name, value, told)}`)
    .join(', ');
}

/** The person, token, key or program, without the prefix that says which of them it is. */
export function whoOf(actor: string, names: Told['names']): string {
  const name = actorName(actor);
  const id = name.slice(name.indexOf(':') + 1);
  const portal = /^portal:(.*)\/[^/]*$/.exec(actor)?.[1];
  return quoted(portal ?? names[id] ?? id);
}

function variantOf({ action, detail }: AuditRow): string {
  const isPortal = action === 'login_code.create' && detail.kind === 'portal';
  const isOff =
    (action === 'recharge.plan' && detail.plan === null) ||
    (action === 'watch.feed' && detail.has_feed === false);
  return `${action}${isPortal ? ' portal' : isOff ? ' off' : ''}`;
}

/** A rule of recharges is one object in the row. */
function fieldsOf({ detail, subject }: AuditRow, told: Told): Fields {
  const plan = (detail.plan ?? {}) as Fields;
  return {
    ...detail,
    ...{ below: plan.belowMicros, up_to: plan.upToMicros, month_max: plan.monthMaxMicros },
    subject: quoted(told.names[subject] ?? shortId(subject)),
    // A refund of nothing is not mentioned.
    ...(Number(detail.refunded) === 0 && { refunded: null }),
    ...(detail.credit_micros === 0 && { credit_micros: null }),
    // In force since the first start.
    ...(detail.effective_from_ms === 0 && { effective_from_ms: null }),
    ...(detail.sessions_ended === 0 && { sessions_ended: null }),
  };
}

const PLAN = new Set(['below', 'up_to', 'month_max']);

export function sentenceOf(row: AuditRow, told: Told): string {
  const sentences: Partial<Texts<Record<string, string>>> = told.text.sentences;
  // A newer gateway may record what this page does not know.
  const template = sentences[variantOf(row)] ?? '{who}: {action} {subject}';
  const fields = fieldsOf(row, told);
  const wordsOf = (name: string): string => {
    if (name === 'who') return whoOf(row.actor, told.names);
    if (name === 'action') return row.action;
    if (name === 'subject') return String(fields.subject);
    if (name === 'changes') return changesOf(row.detail, told);
    return written(PLAN.has(name) ? `${name}_micros` : name, fields[name], told);
  };
  const filled = (part: string) => part.replaceAll(/\{(\w+)\}/g, (_, name: string) => wordsOf(name));
  return template.replaceAll(/\[([^\]]*)\]|([^[]+)/g, (_, optional?: string, plain?: string) => {
    if (plain !== undefined) return filled(plain);
    const names = [...optional!.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    return names.every((name) => !isNothing(fields[name])) ? filled(optional!) : '';
  });
}
