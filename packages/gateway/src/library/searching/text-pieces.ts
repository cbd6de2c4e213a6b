// Splits folded text into pieces: words of scripts with spaces, runs of scripts without spaces ("dense"), and emoji. Only this module
// decides which character belongs to which kind.

type PieceKind = 'word' | 'dense' | 'emoji';

/** What stands before a piece: nothing, one joining mark as in "covid-19", or anything else. */
type Gap = 'none' | 'joint' | 'break';

export interface TextPiece {
  kind: PieceKind;
  text: string;
  gap: Gap;
}

const BREAK = 1;
const LETTER = 2;
const DIGIT = 3;
const DENSE = 4;
const EMOJI = 5;
const FLAG_HALF = 6;
const FLAG_TAG = 7;
const IGNORED = 8;
const JOINT = 9;

// Joiners, variation selectors, direction marks, skin tones and the keycap frame: invisible, or only a variation.
const IGNORED_MARKS =
  /\u00ad|\u034f|\u061c|\u180e|[\u200b-\u200f]|[\u202a-\u202e]|[\u2060-\u2069]|\u20e3|[\ufe00-\ufe0f]|\ufeff/u;
const SKIN_TONE = /\p{Emoji_Modifier}/u;
const DENSE_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]/u;
const LETTER_OR_MARK = /[\p{L}\p{M}]/u;
const NUMBER = /\p{N}/u;
const PICTURE = /\p{Extended_Pictographic}/u;
const FLAG_LETTER = /\p{Regional_Indicator}/u;
const JOINTS = "'’-._&@";
const ZERO_WIDTH_JOINER = 0x200d;
const GENDER_SIGNS = '♀♂';

function classify(char: string, code: number): number {
  if (code >= 0xe0020 && code <= 0xe007f) return FLAG_TAG;
  if (FLAG_LETTER.test(char)) return FLAG_HALF;
  if (IGNORED_MARKS.test(char) || (code > 0xff && SKIN_TONE.test(char))) return IGNORED;
  if (DENSE_SCRIPT.test(char) && (LETTER_OR_MARK.test(char) || NUMBER.test(char))) return DENSE;
  if (NUMBER.test(char)) return DIGIT;
  if (LETTER_OR_MARK.test(char)) return LETTER;
  if (PICTURE.test(char)) return EMOJI;
  return JOINTS.includes(char) ? JOINT : BREAK;
}

// Seven regular expressions per character would dominate an import, so the class of each character in the first two planes is cached.
const CLASSES = new Uint8Array(0x20000);

function classOf(code: number): number {
  if (code >= CLASSES.length) return classify(String.fromCodePoint(code), code);
  const known = CLASSES[code]!;
  if (known !== 0) return known;
  const found = classify(String.fromCodePoint(code), code);
  CLASSES[code] = found;
  return found;
}

/** A word has letters or digits, never both: "iphone15" is two pieces, so that it also finds "iPhone 15". */
export function splitPieces(folded: string): TextPiece[] {
  const splitter = new Splitter(folded);
  for (let at = 0; at < folded.length; ) {
    const code = folded.codePointAt(at)!;
    const end = at + (code > 0xffff ? 2 : 1);
    splitter.take(code, at, end);
    at = end;
  }
  splitter.close();
  return splitter.pieces;
}

class Splitter {
  readonly pieces: TextPiece[] = [];
  private readonly source: string;
  private gap: Gap = 'break';
  private runClass = 0;
  private runText = '';
  /** Start of the part of the run that is not in runText yet; ignored marks inside a run are omitted. */
  private runFrom = 0;
  private runEnd = 0;
  private afterJoiner = false;

  constructor(source: string) {
    this.source = source;
  }

  take(code: number, at: number, end: number): void {
    const found = classOf(code);
    if (found === IGNORED) {
      this.afterJoiner = code === ZERO_WIDTH_JOINER;
      return;
    }
    if (found === LETTER || found === DIGIT || found === DENSE) this.extend(found, at, end);
    else this.takeOther(found, at, end);
    this.afterJoiner = false;
  }

  close(): void {
    if (this.runClass === 0) return;
    const text = this.runText + this.source.slice(this.runFrom, this.runEnd);
    if (this.runClass === FLAG_HALF) this.pushEmoji(text);
    else this.push(this.runClass === DENSE ? 'dense' : 'word', text, this.gap);
    this.runClass = 0;
    this.runText = '';
  }

  private extend(found: number, at: number, end: number): void {
    if (this.runClass !== found) {
      this.close();
      this.runClass = found;
      this.runFrom = at;
    } else if (this.runEnd !== at) {
      this.runText += this.source.slice(this.runFrom, this.runEnd);
      this.runFrom = at;
    }
    this.runEnd = end;
  }

  private takeOther(found: number, at: number, end: number): void {
    const text = this.source.slice(at, end);
    if (found === FLAG_HALF) {
      this.takeFlagHalf(at, end);
      return;
    }
    this.close();
    if (found === JOINT) this.gap = this.gap === 'none' ? 'joint' : 'break';
    else if (found === BREAK) this.gap = 'break';
    else if (found === EMOJI) this.takeEmoji(text);
    else this.takeFlagTag(text);
  }

  /** Two regional letters make one flag. */
  private takeFlagHalf(at: number, end: number): void {
    const isSecond = this.runClass === FLAG_HALF;
    this.extend(FLAG_HALF, at, end);
    if (isSecond) this.close();
  }

  /** The parts of a joined emoji are separate pieces: the woman cook is found by the woman and by the pan. */
  private takeEmoji(text: string): void {
    if (this.afterJoiner && GENDER_SIGNS.includes(text)) return;
    this.pushEmoji(text);
  }

  /** Neighbouring emoji are separate words, unless a joiner makes them one picture. */
  private pushEmoji(text: string): void {
    this.push('emoji', text, this.afterJoiner ? this.gap : 'break');
  }

  private takeFlagTag(text: string): void {
    const last = this.pieces.at(-1);
    if (last?.kind === 'emoji' && this.gap === 'none') last.text += text;
  }

  private push(kind: PieceKind, text: string, gap: Gap): void {
    this.pieces.push({ kind, text, gap });
    this.gap = 'none';
  }
}
