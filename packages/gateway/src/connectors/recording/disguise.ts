// Rewrites an answer of a platform so that it names nobody: names, handles, ids, texts and addresses become made ones of the same form, and
// the same one each time. Field names, figures, times and forms stay. It must never let a text through because it does not know it: what is
// not known to be a form is replaced.
import type { IdForm } from '../connector.ts';
import { isObject, numberText, parseJson, writeJson } from '../parsing/json.ts';
import { hasNamesAsKeys } from './answer-keys.ts';
import { HEX, madeWord } from './made-words.ts';

/** What the made one of a name must look like. */
export interface NameForm {
  /** The platform's own form of ids; null for any. */
  form: IdForm | null;
  /** So many characters at the beginning say what kind of id it is, and stay. */
  beginning: number;
}

export interface DisguiseRules {
  /** Random, and kept nowhere. */
  salt: string;
  /** Ids and names of the recording. Everywhere they are replaced alike. */
  names: ReadonlyMap<string, NameForm>;
  /** The host of the provider, and how it is named instead. */
  host: readonly [real: string, made: string];
  /** Hosts of the platform itself, with all below them; they may be kept. */
  hosts: readonly string[];
  /** Names of fields that the connector knows: where one stands, the keys around it are fields too, and no names. */
  fields: ReadonlySet<string>;
  /** Words that the parser decides by; they stay. */
  keep: ReadonlySet<string>;
}

export interface Disguise {
  body(text: string): string;
  text(text: string, field?: string): string;
  address(url: string): string;
  /** Words that were replaced and could be kept, if the parser decides by them. */
  words: ReadonlySet<string>;
}

/** A number so short may be a kind, though an id is equal to it. */
const KIND = /^\d{1,3}$/;
/** Numbers up to this are kinds and places; a longer one under the name of an id is an id. */
const KIND_DIGITS_MAX = 3;
/** No count and no time has more digits: milliseconds have 13, microseconds 16. */
const FIGURE_DIGITS_MAX = 16;
const ID_FIELD = /(?:id|(?:^|[_.-])(?:phone|tel|lat|lon|lng|latitude|longitude))s?$/i;
const REGION_FIELD = /lang|locale|country|region/i;
const LANGUAGE = /^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,2}$/;
const NUMBER = /^[+-]?\d{1,40}(?:\.\d{1,20})?(?:[eE][+-]?\d{1,3})?$/;
const FORMS = [
  /^$/,
  // A time, a date, and a length as ISO 8601 and clocks write it.
  /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?\s?(?:Z|UTC|[+-]\d\d:?\d\d)?)?$/,
  /^P(?:\d{1,6}[YMWD]){0,4}(?:T(?:\d{1,9}(?:\.\d{1,9})?[HMS]){1,3})?$/,
  /^\d{1,6}(?::\d\d){1,2}(?:[.,]\d{1,9})?$/,
  /^\d{1,3} (?:second|minute|hour|day|week|month|year)s? ago$/,
  /^[\d.,]{1,15} ?[kKmMbB万亿wW]?\+?$/,
  /^(?:true|false|null)$/,
  // The short name of a licence.
  /^(?:CC0|Public domain|CC[ -]BY(?:[ -](?:SA|NC|ND)){0,2}(?:[ -]\d\.\d)?)$/i,
  /^(?:video|audio|image|text|application)\/[\w.+-]{1,60}$/,
];
const WORD = /^[A-Za-z][A-Za-z0-9]{0,23}$/;
/** What a platform says of its answer. It is the same for everybody, as far as no name stands in it. */
const MESSAGE_FIELD = /(?:msg|message|error|reason|detail|status|code|label)$/i;
const MESSAGE_MAX = 80;
/** A longer part of a message is an id or a credential. */
const NAMELESS_MAX = 20;
const FIELD_NAME = /^[A-Za-z_$@#][\w$.:@-]{0,60}$/;
/** Licences are named by these addresses, which name nobody. */
const LICENCES =
  /^https?:\/\/(?:www\.)?(?:creativecommons\.org|rightsstatements\.org|gnu\.org)\/[\w./-]{0,60}$/;
const ADDRESS =
  /^(?:([a-z][a-z0-9+.-]{1,20}):)?\/\/(?:[^/?#@]{0,200}@)?([^/?#]{1,255})([^?#]*)(\?[^#]*)?(#.*)?$/i;
/** A name and the host that knows it. */
const AT_HOST = /^(@?[\w.:-]{1,120})@([\w-]{1,63}(?:\.[\w-]{1,63})+(?::\d{1,5})?)$/;
const HOST_FIELD = /(?:^|[_.])(?:host|domain|cdn)$/i;
/** Parameters without an address. */
const PARAMETERS = /^[\w.-]{1,60}=[^&\s<>]*(?:&[\w.-]{1,60}=[^&\s<>]*)*$/;
/** The name of a file, perhaps with the kind of page before it. */
const EXTENSION = 'mp4|webm|og[gv]|mov|mkv|avi|m3u8|mpd|jpe?g|png|gif|webp|vtt|srt|ttml|xml|json|html?|php';
const FILE = new RegExp(`^(?:(\\p{L}{2,20}):)?(.*?)(\\.(?:${EXTENSION}))?$`, 'su');
/** An address without its host, with as many parts as the other. */
const PATH = /^()?()?(\/[^\s<>?#]*)(\?[^\s<>#]*)?(#[^\s<>]*)?$/;
const PARTS = /(<[^<>]{1,500}>|[a-z]{2,10}:\/\/[^\s"'<>]+|&#?\w{1,10};)/i;
const SUBTITLE_LINE = /-->|^WEBVTT|^(?:Kind|Language):|^\d{1,6}$/;

export function createDisguise(rules: DisguiseRules): Disguise {
  const words = new Set<string>();
  const made = new Map<string, string>();
  const taken = new Set<string>();

  /** One word without spaces: a name, an id, a part of an address. */
  const word = (text: string): string => {
    if (rules.keep.has(text)) return text;
    const [, name, at] = AT_HOST.exec(text) ?? [];
    if (name !== undefined && at !== undefined) return `${word(name)}@${host(at)}`;
    const isName = rules.names.has(text);
    // The title of a page: its kind and its file type are no names.
    if (isName && /^\p{L}+:\S.*\s/su.test(text)) return madeText(text);
    const parts =
      (isName && !text.includes('/')) || HEX.test(text) || NUMBER.test(text) || /\s/.test(text)
        ? [text]
        : text.split(/([-_.:/#~])/);
    if (parts.length > 1)
      return parts.map((part, i) => (i % 2 === 1 || isShortForm(part) ? part : word(part))).join('');
    if (isName ? KIND.test(text) : WORD.test(text)) words.add(text);
    const known = made.get(text) ?? madeName(rules, text, taken);
    made.set(text, known);
    if (isName) taken.add(known);
    return known;
  };

  /** A part of a word or of an address: a long number there is an id. */
  const isShortForm = (text: string): boolean => /^\D*\d{0,3}$/.test(text) && isForm(text, '');

  const figure = (text: string, field: string): boolean => {
    const digits = text.replaceAll(/\D/g, '').length;
    if (digits <= KIND_DIGITS_MAX && !ID_FIELD.test(field)) return true;
    if (rules.names.has(text) || digits > FIGURE_DIGITS_MAX) return false;
    return !ID_FIELD.test(field) || (digits <= KIND_DIGITS_MAX && !text.includes('.'));
  };

  const isForm = (text: string, field: string): boolean => {
    if (NUMBER.test(text)) return figure(text, field);
    if (rules.names.has(text)) return false;
    if (REGION_FIELD.test(field) && LANGUAGE.test(text)) return true;
    return LICENCES.test(text) || FORMS.some((form) => form.test(text));
  };

  const host = (text: string): string => {
    const [name = '', port = ''] = text.toLowerCase().split(/(?=:)/);
    if (text === rules.host[0] || name === rules.host[0]) return rules.host[1];
    if (rules.hosts.some((own) => name === own || name.endsWith(`.${own}`))) {
      if (rules.keep.has(name)) return name + port;
      words.add(name);
    }
    return `${madeWord(rules.salt, name.replace(/\.[a-z]+$/, ''))}.example`;
  };

  const segment = (text: string): string => {
    const plain = decoded(text);
    const { kind, name, extension } = fileName(plain);
    if (plain === '' || isShortForm(plain)) return text;
    if (rules.names.has(plain)) return encodeURIComponent(word(plain));
    const at = /^[@~]/.exec(name)?.[0] ?? '';
    const before = kind === '' ? at : `${word(kind)}:${at}`;
    return encodeURI(before + word(name.slice(at.length))) + extension;
  };

  const parameter = (text: string): string => {
    const [name = '', ...value] = text.split('=');
    if (value.length === 0) return segment(name);
    if (REGION_FIELD.test(name) && LANGUAGE.test(value.join('='))) return text;
    return `${FIELD_NAME.test(name) && !rules.names.has(name) ? name : segment(name)}=${segment(value.join('='))}`;
  };

  const address = (text: string): string => {
    if (LICENCES.test(text)) return text;
    const [, scheme, authority, path = '', query = '', fragment = ''] =
      ADDRESS.exec(text) ?? PATH.exec(text) ?? [];
    const asked = query === '' ? '' : `?${query.slice(1).split('&').map(parameter).join('&')}`;
    const place = fragment === '' ? '' : `#${segment(fragment.slice(1))}`;
    const front = scheme === undefined ? '//' : `${scheme}://`;
    const server = authority === undefined ? '' : front + host(authority);
    return server + path.split('/').map(segment).join('/') + asked + place;
  };

  const tag = (text: string): string =>
    text.replaceAll(/("|')(.*?)\1/g, (_, quote: string, value: string) => quote + one(value, '') + quote);

  const prose = (text: string): string =>
    text
      .split(PARTS)
      .map((part, i) => {
        if (i % 2 === 0) return spoken(part);
        if (part.startsWith('<')) return tag(part);
        return part.startsWith('&') ? part : address(part);
      })
      .join('');

  /** Mentions and tags are the same names as in their own fields. */
  const spoken = (text: string): string =>
    text
      .split(/([@#][\p{L}\p{N}_]{1,100})/u)
      .map((part, i) => (i % 2 === 1 ? part[0] + word(part.slice(1)) : madeText(part)))
      .join('');

  const madeText = (text: string): string => {
    const [, before = '', inner = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
    if (inner === '') return text;
    const { kind, name, extension } = fileName(inner);
    return before + (kind === '' ? '' : `${word(kind)}:`) + word(name) + extension + after;
  };

  const namesSomebody = (text: string): boolean =>
    text.split(/[^\p{L}\p{N}_-]+/u).some((part) => rules.names.has(part) || part.length > NAMELESS_MAX);

  const lines = (text: string): string =>
    text
      .split('\n')
      .map((line) => (SUBTITLE_LINE.test(line.trim()) ? line : prose(line)))
      .join('\n');

  const one = (text: string, field: string): string => {
    if (isForm(text, field)) return text;
    if (rules.names.has(text) || AT_HOST.test(text)) return word(text);
    if (HOST_FIELD.test(field) && !/\s/.test(text)) return host(text);
    if (/^[[{]/.test(text)) {
      const inner = parseJson(text, true);
      if (typeof inner === 'object' && inner !== null) return writeJson(value(inner, field));
    }
    if (ADDRESS.test(text)) return address(text);
    if (PATH.test(text)) return address(text);
    if (PARAMETERS.test(text)) return text.split('&').map(parameter).join('&');
    if (MESSAGE_FIELD.test(field) && text.length <= MESSAGE_MAX && !namesSomebody(text)) {
      if (rules.keep.has(text)) return text;
      words.add(text);
    }
    return text.includes('\n') ? lines(text) : prose(text);
  };

  const value = (given: unknown, field: string): unknown => {
    if (typeof given === 'string') return one(given, field);
    const number = numberText(given);
    if (number !== null) return figure(number, field) ? given : madeNumber(number, word);
    if (Array.isArray(given)) return given.map((entry) => value(entry, field));
    if (!isObject(given)) return given;
    const isMap = hasNamesAsKeys(given, rules.fields);
    return Object.fromEntries(
      Object.entries(given).map(([key, member]) => [
        fieldName(key, isMap),
        value(member, isMap ? field : `${field.split('.').at(-1)}.${key}`),
      ]),
    );
  };

  const fieldName = (key: string, isMap: boolean): string => {
    if (rules.names.has(key) || isMap) return isForm(key, 'language') ? key : word(key);
    return FIELD_NAME.test(key) || isForm(key, 'language') ? key : one(key, 'id');
  };

  return {
    words,
    address,
    text: one,
    body(text) {
      const parsed = parseJson(text, true);
      if (parsed === undefined) return text.includes('\n') || /<\w/.test(text) ? lines(text) : one(text, '');
      return writeJson(value(parsed, ''));
    },
  };
}

/** Its last part stays, for that is no name. */
function fileName(text: string): { kind: string; name: string; extension: string } {
  const [, kind = '', name = text, extension = ''] = FILE.exec(text) ?? [];
  return { kind, name, extension };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Tries per kind of beginning. */
const TRIES = 8;
/** The longest beginning by which a platform tells its ids apart. */
const BEGINNING_MAX = 4;

/** A made name in the form that the platform gives its ids, and of nothing else. */
function madeName({ salt, names }: DisguiseRules, text: string, taken: ReadonlySet<string>): string {
  const name = names.get(text);
  if (name === undefined) return madeWord(salt, text);
  const { form, beginning } = name;
  const { extension } = fileName(text);
  const stem = text.slice(0, text.length - extension.length);
  for (let kept = beginning; kept <= BEGINNING_MAX; kept += 1) {
    for (let again = 0; again < TRIES; again += 1) {
      const made = madeWord(salt, stem, { kept, again }) + extension;
      if (!names.has(made) && !taken.has(made) && (form === null || form(made, '') === made)) return made;
    }
  }
  return madeWord(salt, text);
}

/** An exponent stays, because it is no part of the digits. */
function madeNumber(text: string, word: (text: string) => string): unknown {
  const [, sign = '', digits = '', exponent = ''] = /^(-?)([\d.]+)(.*)$/.exec(text) ?? [];
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(sign + word(digits) + exponent);
}
