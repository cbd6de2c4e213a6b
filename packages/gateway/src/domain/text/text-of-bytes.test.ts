// Proves that the bytes of strangers become the text that was meant, or are said to be unreadable: never another text.
import { expect, test } from 'vitest';
import { LEGACY_CHARSETS, textOfBytes } from './text-of-bytes.ts';

const SPOKEN: Record<string, string> = {
  ru: 'Привет, мир. Это первая строка. Как дела сегодня, что нового?',
  uk: 'Привіт, світ. Це перший рядок, і він українською мовою.',
  el: 'Γεια σου κόσμε. Αυτή είναι η πρώτη γραμμή του κειμένου.',
  he: 'שלום עולם. זו השורה הראשונה של הכתוביות',
  ar: 'مرحبا بالعالم. هذا هو السطر الأول من النص',
  ja: 'こんにちは世界。これは最初の行です。',
  zh: '你好，世界。这是第一行字幕。',
  'zh-TW': '你好，世界。這是第一行字幕。',
  ko: '안녕하세요 세계. 이것은 첫 번째 줄입니다.',
  th: 'สวัสดีชาวโลก นี่คือบรรทัดแรก',
  pl: 'Zażółć gęślą jaźń. To jest pierwsza linia.',
  cs: 'Příliš žluťoučký kůň úpěl ďábelské ódy',
  fr: 'Ça va très bien, merci. Où est la bibliothèque, élève ?',
  de: 'Schöne Grüße aus München, wo die Bäume blühen',
  tr: 'Günaydın dünya. Işığı görüyor musun, çünkü şey',
  lt: 'Ąžuolas yra medis, o ėjimas ilgas šiandien',
};

const captionsIn = (language: string) =>
  [1, 2, 3, 4].map((n) => `${n}\n00:00:0${n},000 --> 00:00:0${n},900\n${SPOKEN[language]}\n`).join('\n');

/** What the decoder makes of each byte and of each pair of bytes, turned round. */
function encoderOf(charset: string): (text: string) => Buffer {
  const decoder = new TextDecoder(charset);
  const codes = new Map<string, number[]>();
  const learn = (...bytes: number[]) => {
    const text = decoder.decode(Buffer.from(bytes));
    if ([...text].length === 1 && text !== '\ufffd' && !codes.has(text)) codes.set(text, bytes);
  };
  for (let first = 0; first < 256; first++) learn(first);
  for (let first = 128; first < 256; first++)
    for (let second = 64; second < 256; second++) learn(first, second);
  return (text) => Buffer.from([...text].flatMap((one) => codes.get(one) ?? [0x3f]));
}

const CASES = Object.keys(SPOKEN).flatMap((language) =>
  (LEGACY_CHARSETS[language.split('-')[0]!] ?? [])
    .filter((charset) => charset !== 'iso-2022-jp')
    .map((charset) => ({ language, charset, bytes: encoderOf(charset)(captionsIn(language)) }))
    .filter(({ language: of, charset: by, bytes }) => new TextDecoder(by).decode(bytes) === captionsIn(of)),
);

test('the cases cover every script', () => {
  expect(new Set(CASES.map(({ charset }) => charset)).size).toBeGreaterThanOrEqual(15);
});

test.each(CASES)('captions in $language and $charset are read by their language', ({ language, bytes }) => {
  expect(textOfBytes(bytes, { language })).toEqual({ text: captionsIn(language), isReadable: true });
});

test.each(CASES)(
  'captions in $language and $charset are read as declared',
  ({ language, charset, bytes }) => {
    const said = { contentType: `text/plain; charset=${charset}`, language: null };
    expect(textOfBytes(bytes, said)).toEqual({ text: captionsIn(language), isReadable: true });
  },
);

test('captions of an unknown language are read right or not at all', () => {
  const read = CASES.filter(({ language, bytes }) => {
    const { text, isReadable } = textOfBytes(bytes, { language: null });
    if (isReadable) expect(text).toBe(captionsIn(language));
    return isReadable;
  });
  expect(read.map(({ language }) => language)).toEqual(expect.arrayContaining(['ru', 'ja', 'ar', 'ko']));
});

const japanese = captionsIn('ja');
const utf16le = Buffer.from(japanese, 'utf16le');

test.each<[string, Buffer, string | undefined]>([
  ['UTF-8', Buffer.from(japanese), undefined],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${japanese}`), undefined],
  ['UTF-8 declared as another charset', Buffer.from(japanese), 'text/vtt; charset=windows-1252'],
  ['UTF-8 declared as UTF-16', Buffer.from(japanese), 'text/vtt; charset=utf-16le'],
  ['UTF-16 with a mark', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16le]), undefined],
  [
    'UTF-16 with a mark, declared as UTF-8',
    Buffer.from(`\ufeff${japanese}`, 'utf16le'),
    'text/vtt;charset=utf-8',
  ],
  ['UTF-16 of the other order with a mark', Buffer.from(`\ufeff${japanese}`, 'utf16le').swap16(), undefined],
  ['UTF-16 without a mark', utf16le, undefined],
  ['UTF-16 of the other order without a mark', Buffer.from(utf16le).swap16(), undefined],
])('captions in %s are read', (_, bytes, contentType) => {
  for (const language of ['ja', 'fr', null])
    expect(textOfBytes(bytes, { contentType, language })).toEqual({ text: japanese, isReadable: true });
});

test('ISO-2022-JP, whose bytes are valid UTF-8, is read', () => {
  const bytes = Buffer.from('\x1b$B$3$s$K$A$O\x1b(B', 'latin1');
  expect(textOfBytes(bytes, { language: 'ja' }).text).toBe('こんにちは');
});

test.each([
  [2, true],
  [3, false],
])('a file of 200 characters, %i of which cannot be decoded, is readable: %s', (lost, isReadable) => {
  const text = `${'a'.repeat(200 - lost)}${'\ufffd'.repeat(lost)}`;
  expect(textOfBytes(Buffer.from(text), { language: 'en' })).toEqual({ text, isReadable });
});

test('an invalid byte of a program is one character, and many are no text', () => {
  expect(textOfBytes(Buffer.from('{"a":"x\xffy"}', 'latin1'), {})).toEqual({
    text: '{"a":"x\ufffdy"}',
    isReadable: true,
  });
  const title = 'Привет, мир';
  const bytes = encoderOf('windows-1251')(`{"title":"${title}"}`);
  expect(textOfBytes(bytes, {}).isReadable).toBe(false);
  expect(textOfBytes(bytes, { contentType: 'application/json; charset=windows-1251' })).toEqual({
    text: `{"title":"${title}"}`,
    isReadable: true,
  });
});
