// Decodes the bytes of strangers into text: answers of platforms, caption files, files of an import. Valid UTF-8 is read as UTF-8 whatever is declared,
// because what servers declare is often wrong. It never throws: the caller of this function decides what an unreadable text means.
import { isUtf8 } from 'node:buffer';
import { createRequire } from 'node:module';

// The charsets that a language was written in before UTF-8, by the names of the Encoding Standard. The first is what browsers assume for a page of that
// language that declares nothing; where people also wrote files in others, these follow.
const CHARSETS: Readonly<Record<string, string>> = {
  'windows-1250': 'bs cs hr hu pl ro sk sl',
  'windows-1251,koi8-u': 'ru uk',
  'windows-1251': 'ba be bg kk ky mk mn sr tg tt',
  'windows-1252': 'af ca da de en es eu fi fr ga gl id is it ms nb nl nn no pt sq sv sw',
  'windows-1253,iso-8859-7': 'el',
  'windows-1254': 'az tr',
  'windows-1255,iso-8859-8': 'he iw yi',
  'windows-1256,iso-8859-6': 'ar fa ps ur',
  'windows-1257': 'et lt lv',
  'windows-1258': 'vi',
  'windows-874': 'th',
  'shift_jis,euc-jp,iso-2022-jp': 'ja',
  'euc-kr': 'ko',
  'gb18030,big5': 'zh',
};

/** By the language without its region. */
export const LEGACY_CHARSETS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(CHARSETS).flatMap(([charsets, languages]) =>
    languages.split(' ').map((language) => [language, charsets.split(',')]),
  ),
);

type Detector = typeof import('chardet').default;

const load = createRequire(import.meta.url);
let detector: Detector | null = null;

interface DecodedText {
  text: string;
  /** False when more than 1 % of the characters could not be decoded. Such a text is not sold. */
  isReadable: boolean;
}

interface AboutBytes {
  contentType?: string | undefined;
  /**
   * For a file that people wrote, such as captions: the language of its text, null when it is not known. Its charset is guessed when no other way reads it.
   * Absent for answers of programs, of which an invalid byte is a mistake and no other charset.
   */
  language?: string | null;
}

export function textOfBytes(bytes: Buffer, { contentType, language }: AboutBytes): DecodedText {
  const declared = declaredCharset(contentType);
  // Nearly every answer is like this, so nothing else is looked at.
  if (declared === null && language === undefined && isUtf8(bytes)) return judged(utf8(bytes), language);
  const marked = charsetByMarks(bytes, declared);
  if (marked !== null) return judged(decoderOf(marked)!.decode(bytes), language);
  if (isUtf8(bytes)) return judged(utf8(bytes), language);
  const named = declared === null ? null : judged(decoderOf(declared)!.decode(bytes), language);
  if (named?.isReadable) return named;
  if (language === undefined) return judged(utf8(bytes), language);
  const guessed = guessedCharset(bytes, language);
  if (guessed === null) return { text: utf8(bytes), isReadable: false };
  return judged(decoderOf(guessed)!.decode(bytes), language);
}

const BOM = 0xfeff;

/** Drops a byte order mark. Faster than a TextDecoder for short texts. */
function utf8(bytes: Buffer): string {
  const text = bytes.toString();
  return text.charCodeAt(0) === BOM ? text.slice(1) : text;
}

const REPLACED = '\ufffd';
/** Of so many characters, one may be replaced. */
const CHARS_PER_REPLACED = 100;
/** One invalid byte must not lose a short answer of a program. A broken character has at most four bytes. */
const REPLACED_FEW = 4;

function judged(text: string, language: string | null | undefined): DecodedText {
  const replaced = text.includes(REPLACED) ? text.split(REPLACED).length - 1 : 0;
  const isFew = language === undefined && replaced <= REPLACED_FEW;
  return { text, isReadable: isFew || replaced * CHARS_PER_REPLACED <= text.length };
}

const CHARSET = /;[\t ]*charset[\t ]*=[\t ]*["']?([\w.:-]{1,40})/i;

/** Null for UTF-8, which is tried first anyway, and for a name that is no charset. */
function declaredCharset(contentType = ''): string | null {
  const label = CHARSET.exec(contentType)?.[1]?.toLowerCase();
  const decoder = label === undefined || label === 'utf-8' ? null : decoderOf(label);
  return decoder === null || decoder.encoding === 'utf-8' ? null : decoder.encoding;
}

function decoderOf(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
}

const BYTE_ORDER_MARKS: readonly [charset: string, mark: Buffer][] = [
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
];

/** Starts a run of Japanese in ISO-2022-JP, whose bytes are valid UTF-8 too. */
const JAPANESE_ESCAPE = '\x1b$';

/** The charset that marks in the bytes name. TextDecoder drops a byte order mark. */
function charsetByMarks(bytes: Buffer, declared: string | null): string | null {
  for (const [charset, mark] of BYTE_ORDER_MARKS) {
    if (bytes.subarray(0, mark.length).equals(mark)) return charset;
  }
  if (bytes.includes(JAPANESE_ESCAPE)) return 'iso-2022-jp';
  return charsetByZeros(bytes, declared);
}

const LOOKED_AT_BYTES = 1_024;
/** Captions have a digit, a blank or a line end in every few characters. In UTF-16 each of them has a zero byte. */
const ZEROS_OF_UTF16 = 1 / 16;

/** UTF-16 without a byte order mark: text has no zero bytes otherwise. They are the second bytes of its plain characters, or the first ones. */
function charsetByZeros(bytes: Buffer, declared: string | null): string | null {
  const head = bytes.subarray(0, LOOKED_AT_BYTES);
  if (!head.includes(0)) return null;
  const places = [0, 0];
  head.forEach((byte, at) => {
    if (byte === 0) places[at % 2]! += 1;
  });
  const [first, second] = places as [number, number];
  const isSaid = declared?.startsWith('utf-16') === true;
  if (first === second || (!isSaid && first + second < head.length * ZEROS_OF_UTF16)) return null;
  return second > first ? 'utf-16le' : 'utf-16be';
}

/** Below this, of 100, or with another charset this close, the detector is wrong for short texts too often to sell what it reads. */
const CONFIDENCE_MIN = 45;
const LEAD_MIN = 15;

/** Among the charsets that the language was written in, the one that the detector finds likeliest. Without a language, one that it is sure of. */
function guessedCharset(bytes: Buffer, language: string | null): string | null {
  detector ??= (load('chardet') as { default: Detector }).default;
  const ranked = detector.analyse(bytes).flatMap(({ name, confidence }) => {
    const charset = decoderOf(READ_INSTEAD[name] ?? name)?.encoding;
    return charset === undefined ? [] : [{ charset, confidence }];
  });
  const usual = LEGACY_CHARSETS[language?.split('-')[0]?.toLowerCase() ?? ''];
  if (usual !== undefined) return ranked.find(({ charset }) => usual.includes(charset))?.charset ?? usual[0]!;
  const [best] = ranked;
  const next = ranked.find(({ charset }) => charset !== best?.charset);
  const isSure =
    best !== undefined &&
    best.confidence >= CONFIDENCE_MIN &&
    best.confidence - (next?.confidence ?? 0) >= LEAD_MIN;
  return isSure ? best.charset : null;
}

/**
 * Read instead of what the detector names: files that people edit come from Windows, whose charsets have the letters of these at nearly the same
 * places, and KOI8-U has all letters of KOI8-R.
 */
const READ_INSTEAD: Readonly<Record<string, string>> = {
  'ISO-8859-2': 'windows-1250',
  'ISO-8859-7': 'windows-1253',
  'ISO-8859-8': 'windows-1255',
  'KOI8-R': 'koi8-u',
};
