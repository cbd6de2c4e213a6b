// Which track the wishes of a caller find, and how tracks are listed.
import { expect, test } from 'vitest';
import {
  type ChoosableTrack,
  chooseTrack,
  languageTag,
  listedTracks,
  TRACKS_MAX,
  type TrackWishes,
} from './tracks.ts';

type Named = ChoosableTrack & { name: string };
const track = (
  name: string,
  language: string | null,
  kind: Named['kind'],
  more: Partial<Named> = {},
): Named => ({
  ...{ name, language, kind },
  ...more,
});

const automatic = track('recognised', 'en', 'automatic');
const human = track('written', 'en', 'human');
const unknown = track('unsaid', 'en', null);
const translatedHuman = track('translated from a person', 'en', 'human', { translated: true });

function chosen(tracks: readonly Named[], wishes: Partial<TrackWishes> = {}) {
  const choice = chooseTrack(tracks, { languages: [], kind: 'any', ...wishes });
  return choice.kind === 'chosen' ? [choice.track.name, choice.match] : choice.reason;
}

test('an original comes before every translation, a person before speech recognition, an unsaid kind between', () => {
  const all = [translatedHuman, automatic, unknown, human];
  expect(chosen(all)).toEqual(['written', null]);
  expect(chosen([translatedHuman, automatic, unknown])).toEqual(['unsaid', null]);
  expect(chosen([translatedHuman, automatic])).toEqual(['recognised', null]);
  expect(chosen([translatedHuman])).toEqual(['translated from a person', null]);
  // The same in a wished language, where kinds are chosen among equals only.
  expect(chosen([translatedHuman, automatic], { languages: ['en'] })).toEqual(['recognised', 'exact']);
});

test('without a wish the language of the video decides between equals, also by a variety of it', () => {
  const both = [track('english', 'en', 'human'), track('german', 'de', 'human')];
  expect(chosen(both)).toEqual(['english', null]);
  expect(chosen(both, { own: 'de' })).toEqual(['german', null]);
  expect(chosen([both[0]!, track('austrian', 'de-AT', 'human')], { own: 'de' })).toEqual(['austrian', null]);
  // A person's track in another language comes before speech recognition in the video's own.
  expect(chosen([both[0]!, track('recognised', 'de', 'automatic')], { own: 'de' })).toEqual([
    'english',
    null,
  ]);
});

test('each wish is tried exactly and by its varieties before the next one', () => {
  const tracks = [track('british', 'en-GB', 'human'), track('german', 'de', 'human')];
  expect(chosen(tracks, { languages: ['en', 'de'] })).toEqual(['british', 'variant']);
  expect(chosen(tracks, { languages: ['fr', 'de'] })).toEqual(['german', 'exact']);
  expect(chosen([...tracks, human], { languages: ['en'] })).toEqual(['written', 'exact']);
  // `e` is no language of `en`, nor `en` of `eng`.
  expect(chosen([track('old', 'enm', 'human')], { languages: ['en'] })).toBe('language');
});

test('a variety finds its language where nothing nearer exists, and never another variety', () => {
  const of = (...languages: string[]) => languages.map((language) => track(language, language, 'human'));
  const wished = (wish: string, ...languages: string[]) => chosen(of(...languages), { languages: [wish] });
  expect(wished('fr-FR', 'de', 'fr')).toEqual(['fr', 'broader']);
  expect(wished('pt-BR', 'pt')).toEqual(['pt', 'broader']);
  expect(wished('pt-BR', 'pt-PT')).toBe('language');
  expect(wished('zh-CN', 'zh', 'zh-Hans')).toEqual(['zh-Hans', 'broader']);
  expect(wished('zh-Hans', 'zh-TW', 'zh-CN')).toEqual(['zh-CN', 'variant']);
  expect(wished('zh-Hans', 'zh-Hant')).toBe('language');
  expect(wished('no', 'nb')).toEqual(['nb', 'variant']);
  expect(wished('nb', 'no')).toEqual(['no', 'broader']);
  expect(wished('nb', 'nn')).toBe('language');
  // Each wish is tried in every way before the next one.
  expect(chosen(of('fr', 'de'), { languages: ['fr-CA', 'de'] })).toEqual(['fr', 'broader']);
});

test('what is missing is told apart: no track, no such language, no such kind', () => {
  expect(chosen([])).toBe('none');
  expect(chosen([human], { languages: ['de'], kind: 'automatic' })).toBe('language');
  expect(chosen([human], { languages: ['en'], kind: 'automatic' })).toBe('kind');
  // A track of an unsaid kind is neither kind.
  expect(chosen([unknown], { kind: 'human' })).toBe('kind');
});

test('a list has each language and kind once, without what only a connector needs, and is bounded', () => {
  expect(listedTracks([human, translatedHuman, automatic])).toEqual([
    { language: 'en', kind: 'human' },
    { language: 'en', kind: 'automatic' },
  ]);
  const many = Array.from({ length: TRACKS_MAX + 1 }, (_, i) => track(`${i}`, `x-${i}`, 'human'));
  expect(listedTracks(many.slice(1))).toHaveLength(TRACKS_MAX);
  expect(listedTracks(many)).toHaveLength(TRACKS_MAX);
  expect(listedTracks(many)[0]).toEqual({ language: 'x-0', kind: 'human' });
});

test.each([
  ['en', 'en'],
  ['EN', 'en'],
  [' pt_br ', 'pt-BR'],
  ['zh_Hant_TW', 'zh-Hant-TW'],
  ['ZH_hant_tw', 'zh-Hant-TW'],
  ['zh-Hant_TW', 'zh-Hant-TW'],
  ['sr_Latn_RS_ekavsk', 'sr-Latn-RS-ekavsk'],
  ['es_419', 'es-419'],
  // None of these is a language.
  ['', null],
  ['_', null],
  ['en_', null],
  ['en__US', null],
  ['_en', null],
  ['English', null],
  [null, null],
])('a platform that says %j means the language %j, however many parts it has', (given, tag) => {
  expect(languageTag(given)).toBe(tag);
});
