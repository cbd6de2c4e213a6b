// Made words in place of real ones: the same script, length and shape, letter by letter, and always the same one for the same original and
// salt. Without the salt nobody can find out the original by trying names.
import { createHmac } from 'node:crypto';

/** Letters and digits that stand for one another. What is in none of them, and is no letter, stays: it is punctuation. */
const ALPHABETS = [
  'abcdefghijklmnopqrstuvwxyz',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  '0123456789',
  'абвгдежзиклмнопрстуфхцчшэюя',
  'АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЭЮЯ',
  'αβγδεζηθικλμνξοπρστυφχψω',
  'ابتثجحخدذرزسشصضطظعغفقكلمنهوي',
  'אבגדהוזחטיכלמנסעפצקרשת',
  'กขคงจฉชซญดตถทนบปผพฟมยรลวสหอ',
  'कखगघचछजटठडतथदधनपफबभमयरलवसह',
  'あいうえおかきくけこさしすせそたちつてと',
  'アイウエオカキクケコサシスセソタチツテト',
  '가나다라마바사아자차카타파하고노도로모보소오',
  '一二三四五六七八九十天地人山水火木金土日月大小上下',
].map((letters) => [...letters]);

/** Which alphabet a letter that stands in none of them is written in. */
const SCRIPTS: readonly (readonly [script: RegExp, alphabet: number])[] = [
  [/\p{Script=Cyrillic}/u, 3],
  [/\p{Script=Greek}/u, 5],
  [/\p{Script=Arabic}/u, 6],
  [/\p{Script=Hebrew}/u, 7],
  [/\p{Script=Thai}/u, 8],
  [/\p{Script=Devanagari}/u, 9],
  [/\p{Script=Hiragana}/u, 10],
  [/\p{Script=Katakana}/u, 11],
  [/\p{Script=Hangul}/u, 12],
  [/\p{Script=Han}/u, 13],
  [/\p{Lu}/u, 1],
];

/** A hash or a UUID: its made one has the same digits. */
export const HEX = /^(?=.*\d)(?=.*[a-f])[0-9a-f-]{8,}$/i;
const HEX_DIGITS = [[...'0123456789abcdef'], [...'0123456789ABCDEF']];
const PICTOGRAM = /\p{Extended_Pictographic}/u;

function alphabetOf(letter: string, isHex: boolean): readonly string[] | null {
  const all = isHex ? HEX_DIGITS : ALPHABETS;
  const own = all.find((letters) => letters.includes(letter));
  if (own !== undefined) return own;
  if (PICTOGRAM.test(letter) && !/[\d#*]/.test(letter)) return ['★', '☀', '♪', '☂'];
  if (!/[\p{L}\p{N}]/u.test(letter)) return null;
  return ALPHABETS[SCRIPTS.find(([script]) => script.test(letter))?.[1] ?? 0]!;
}

/** Bytes without end that depend on the text and the salt. */
function* bytesOf(salt: string, text: string): Generator<number> {
  for (let block = 0; ; block += 1) yield* createHmac('sha256', salt).update(`${block} ${text}`).digest();
}

/**
 * The made word for this one. The first `kept` characters stay, because some ids begin with their kind; `again` gives another word where the
 * first one is no id. A number keeps a first digit that is not 0.
 */
export function madeWord(salt: string, text: string, { kept = 0, again = 0 } = {}): string {
  const bytes = bytesOf(salt, `${again} ${text}`);
  const isHex = HEX.test(text);
  const isNumber = /^[1-9]\d*(?:\.\d+)?$/.test(text);
  let at = 0;
  let made = '';
  for (const letter of text) {
    const letters = at < kept ? null : alphabetOf(letter, isHex);
    const drawn = letters?.[(bytes.next().value as number) % letters.length] ?? letter;
    made += at === 0 && isNumber && drawn === '0' ? '1' : drawn;
    at += 1;
  }
  return made;
}
