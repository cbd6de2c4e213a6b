import { expect, test } from 'vitest';
import { fittingWords, phrasedWords, plainWords, withoutSigns } from './keyword-query.ts';

test.each([
  ['words stay bare', '  funny  cats ', 'funny cats'],
  ['words of any script too', 'смешной кот 猫 視頻', 'смешной кот 猫 視頻'],
  ['inner hyphens and apostrophes are part of a word', "spider-man l'été", "spider-man l'été"],
  ['operators lose their meaning', 'cats OR dogs NOT x', 'cats "OR" dogs "NOT" x'],
  ['in lower case they are words', 'cats or dogs', 'cats or dogs'],
  ['a bracket closes nothing', 'x) OR (mediatype:texts', '"x)" "OR" "(mediatype:texts"'],
  ['a leading sign excludes nothing', '-cat !dog +x', '"-cat" "!dog" "+x"'],
  ['quotes and backslashes are escaped', 'a"b c\\', '"a\\"b" "c\\\\"'],
  ['a lone sign is no word', 'cats & dogs - "" + | 猫', 'cats dogs 猫'],
  ['a sign alone is all there is', '&', '"&"'],
  ['a picture is one', 'cat 👩‍🍳', 'cat "👩‍🍳"'],
  ['patterns are no patterns', 'c?t do* /a.*/', '"c?t" "do*" "/a.*/"'],
])('%s', (_name, keyword, query) => {
  expect(plainWords(keyword)).toBe(query);
});

test.each([
  ['a leading hyphen excludes nothing', 'cats -dogs --x', 'cats dogs x'],
  ['a bar joins no alternatives', 'cats|dogs | birds', 'cats dogs birds'],
  ['a hyphen within a word stays', 'spider-man 1-2', 'spider-man 1-2'],
  ['an address stays as it is', 'https://youtu.be/a-b_c', 'https://youtu.be/a-b_c'],
  ['signs alone are sent as they came', '- |', '- |'],
])('without a way to escape signs, %s', (_name, keyword, query) => {
  expect(withoutSigns(keyword)).toBe(query);
});

test.each([
  ['a keyword that fits stays as it is', 'cats and dogs', 13, 'cats and dogs'],
  ['the last word that does not fit is left out', 'cats and dogs', 12, 'cats and'],
  ['a word that ends at the bound stays', 'cats and dogs', 8, 'cats and'],
  ['blanks before the cut go', 'cats    and dogs', 7, 'cats'],
  ['one long word is cut', 'abcdefgh', 3, 'abc'],
  ['never within a character', '猫😀', 2, '猫\ufffd'],
])('of a long keyword, %s', (_name, keyword, most, fitting) => {
  expect(fittingWords(keyword, most)).toBe(fitting);
});

test.each([
  ['an operator is a word', 'cats OR dogs', 'cats "OR" dogs'],
  ['nothing is excluded', 'cats -dogs', 'cats "-dogs"'],
  ['no phrase is opened or closed', 'a"b OR "c', 'a b "OR" c'],
  ['brackets group nothing', '(cat OR dog)', '"(cat" "OR" "dog)"'],
  ['a keyword of quotes alone does not become an empty one', '""', '""'],
])('with phrases but no escapes, %s', (_name, keyword, query) => {
  expect(phrasedWords(keyword)).toBe(query);
});
