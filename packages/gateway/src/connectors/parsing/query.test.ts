import { expect, test } from 'vitest';
import { plainWords } from './query.ts';

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
