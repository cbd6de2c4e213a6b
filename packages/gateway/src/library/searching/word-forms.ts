// The form under which words of one kind are found together: singular and plural, and the commonest endings. Rules are few and by script, not
// by language, because a keyword does not say its language. They may join two different words: what they find stands below what has the very
// words. Pure.

/** Shorter words have no ending to lose. */
const STEM_CHARS_MIN = 3;

/** Each removes one ending, the longest first. Folding writes й as и. */
const CYRILLIC =
  /(?:иями|ями|ами|ого|его|ому|ему|ыми|ими|иях|иеи|ах|ях|ая|яя|ое|ее|ые|ие|ыи|ии|ои|еи|ом|ем|ов|ев|ам|ям|ую|юю|ия|ию|а|я|о|е|ы|и|у|ю|ь)$/;
const DEVANAGARI = /(?:ियों|ियाँ|ियां|ों|ें|ी|े|ा)$/;
const ARABIC_ARTICLE = /^(?:وال|بال|ال)/;
const IS_LATIN = /^[a-z]+$/;

/** The word itself where no rule applies. The word is folded. */
export function wordStem(word: string): string {
  const stem = cutEnding(word);
  return stem.length < STEM_CHARS_MIN ? word : stem;
}

/** The script of the first letter decides: words of mixed scripts are rare, and have no ending of either. */
function cutEnding(word: string): string {
  const first = word.charCodeAt(0);
  if (first >= 0x61 && first <= 0x7a) return IS_LATIN.test(word) ? latinStem(word) : word;
  if (first >= 0x400 && first < 0x530) return word.replace(CYRILLIC, '');
  if (first >= 0x900 && first < 0x980) return word.replace(DEVANAGARI, '');
  return first >= 0x600 && first < 0x700 ? word.replace(ARABIC_ARTICLE, '') : word;
}

/** Plurals of English and of Romance languages, `-ing`, `-ed`, German `-en`, and a final `e`: `baking`, `baked` and `bakes` are `bak`. */
function latinStem(word: string): string {
  const single = word.endsWith('s')
    ? word
        .replace(/ies$/, 'y')
        .replace(/(?<=s|x|z|ch|sh)es$/, '')
        .replace(/(?<![siu])s$/, '')
    : word;
  const short = single.replace(/(?:ing|ed|en)$/, '');
  // "ring" and "bed" have no such ending.
  const plain = /[aeiouy]./.test(short) ? short : single;
  // "running" has lost "ing" and leaves "runn".
  const undoubled = plain === single ? plain : plain.replace(/([bdgmnprt])\1$/, '$1');
  return undoubled.replace(/e$/, '');
}

/** Words that say how a question is asked, not about what. Folded; questions in languages with spaces. */
const QUESTION_WORDS = new Set(
  `a an and are at by can did do does for from how i in is it me my of on or that the there this to was what when where which who why will with you your
  al como con cual cuando de del donde el en es esta la las lo los mi para por porque que quien se son su un una y
  a ao as com da das do dos e em na nas no nos o os para por qual quando quem um uma
  au aux ce comment dans des du est et la le les ma mon ou par pour pourquoi quand que quel quelle qui sont sur un une
  an auf bei das dem den der des die ein eine einen fur ich im in ist kann man mein mit oder und von wann warum was welche wer wie wo zu zum
  без в во где для до зачем и из как какой когда кто на не о от по почему с со у что это
  cach cho cua la lam gi nao nhu the va
  من في على الى عن هل ما كيف لماذا اين متى هذا مع
  का की के को में से है हैं कैसे क्या कब कहाँ क्यों और पर`.split(/\s+/),
);

export function isQuestionWord(word: string): boolean {
  return QUESTION_WORDS.has(word);
}

/** How many letters may differ for two words to be taken for one that was mistyped; 0 for words that are too short. */
export function editsAllowed(word: string): number {
  if (!/^\p{L}{4,}$/u.test(word)) return 0;
  return word.length >= TWO_EDITS_FROM ? 2 : 1;
}

const TWO_EDITS_FROM = 8;

/** Letters that must be changed, added, left out or swapped with their neighbour; more than `max` when it is more. */
export function editsBetween(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const change = Math.min(last[j - 1]! + (isSame ? 0 : 1), last[j]! + 1, row[j - 1]! + 1);
      row.push(isSwapped ? Math.min(change, before[j - 2]! + 1) : change);
    }
    if (Math.min(...row) > max) return max + 1;
    [before, last] = [last, row];
  }
  return last[b.length]!;
}
