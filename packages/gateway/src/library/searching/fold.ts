// Folding: which letters count as the same in a search. Titles and keywords both pass through here, so "cafe" finds "Café" and "abc" finds
// full-width "ＡＢＣ". Must never change the vowel signs of Thai or Devanagari, nor decompose Hangul syllables: there a mark is part of the
// word, not an accent.

// Letters that carry no separable accent, and forms that readers of Arabic type interchangeably.
const REPLACED: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ħ: 'h',
  ς: 'σ',
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ى: 'ي',
  ة: 'ه',
  ی: 'ي',
  ک: 'ك',
};
const REPLACEABLE = new RegExp(`[${Object.keys(REPLACED).join('')}]`, 'g');

// Latin-1 letters to Latin Extended-B, Greek, Cyrillic, and their extended blocks: the scripts whose marks are accents.
const ACCENTED = /[\u00c0-\u024f\u0370-\u052f\u1e00-\u1fff]+/g;
const ACCENTS = /[\u0300-\u036f]+/g;
// Optional vowel points of Arabic and Hebrew, and the Arabic stretching mark.
const POINTS = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]+/g;
// Arabic-Indic, Persian, Devanagari and Thai digits. Each block starts at its zero.
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u0e50-\u0e59]/g;
const DIGIT_ZEROS = [0x0660, 0x06f0, 0x0966, 0x0e50];

const ASCII = /^[\x00-\x7f]*$/;
// Everything that the steps after lower-casing could change lies in these blocks; Han and Hangul text skips those steps.
const FOLDABLE = /[\u00c0-\u06ff\u0966-\u096f\u0e50-\u0e59\u1e00-\u1fff]/;

export function isAscii(text: string): boolean {
  return ASCII.test(text);
}

export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const lower = text.normalize('NFKC').toLowerCase();
  if (!FOLDABLE.test(lower)) return lower;
  return lower
    .replace(ACCENTED, (letters) => letters.normalize('NFD'))
    .replace(ACCENTS, '')
    .replace(POINTS, '')
    .replace(REPLACEABLE, (letter) => REPLACED[letter] ?? letter)
    .replace(DIGITS, toAsciiDigit);
}

function toAsciiDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  const zero = DIGIT_ZEROS.findLast((start) => start <= code) ?? code;
  return String(code - zero);
}
