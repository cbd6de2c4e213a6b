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
