// How platforms write their ids. An id in another form is refused without asking a provider: a platform that reads `01` as `1` would answer
// about another video, and one that takes a text for an attack might block all callers.
import { anyName, type IdForm, type IdForms } from '../connector.ts';

/** The id unchanged, if it has this form. */
const matching =
  (form: RegExp): IdForm =>
  (id) =>
    form.test(id) ? id : null;

/** A number as platforms write it: no sign, no leading zero, at most 64 bits. */
const NUMBER = /^[1-9]\d{0,18}$/;
/** Numbers of Douyin and TikTok may use the 64th bit too. */
const LONG_NUMBER = /^[1-9]\d{0,19}$/;

const numbers: IdForm = matching(NUMBER);

/** The long form in lower case, the short form, or the 32-bit number that one instance uses. */
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const SHORT_UUID = /^[1-9A-HJ-NP-Za-km-z]{22}$/;
const INT_MAX = 2_147_483_647;
const rowNumber = (id: string) => (/^[1-9]\d{0,9}$/.test(id) && Number(id) <= INT_MAX ? id : null);
const actor = matching(/^@?[\w.:-]{1,120}(?:@[\w.:-]{1,253})?$/);

const uuidOrNumber: IdForm = (id) =>
  UUID.test(id) ? id.toLowerCase() : SHORT_UUID.test(id) ? id : rowNumber(id);

export const PEERTUBE_IDS: IdForms = {
  video: uuidOrNumber,
  playlist: uuidOrNumber,
  author: actor,
  handle: actor,
  comment: rowNumber,
};

/**
 * Lists that people and YouTube made. Left out are mixes (`RD…`), which have no end, lists of the viewer (`LL`, `WL`), and lists that users
 * of a front-end made, which are not YouTube's: `IV…` and UUIDs.
 */
const YOUTUBE_LIST = /^(?:PL|UU|FL|PU|OLAK5uy_)[\w-]{10,60}$/;

/** YouTube's ids, for YouTube and its front-ends. */
export const YOUTUBE_IDS: IdForms = {
  video: matching(/^[\w-]{11}$/),
  author: matching(/^[\w-]{1,64}$/),
  comment: matching(/^[\w.-]{1,200}$/),
  playlist: matching(YOUTUBE_LIST),
};

/** The key of an unlisted video may follow its number. A playlist is a showcase (`12`) or a channel (`channels/927`, `channels/staffpicks`). */
export const VIMEO_IDS: IdForms = {
  video: matching(/^[1-9]\d{0,18}(?::[0-9a-f]{4,20})?$/),
  comment: numbers,
  playlist: matching(/^(?:[1-9]\d{0,18}|channels\/[\w-]{1,100})$/),
};
const dailymotion = matching(/^[0-9A-Za-z]{2,30}$/);
export const DAILYMOTION_IDS: IdForms = { video: dailymotion, playlist: dailymotion };
export const ARCHIVE_IDS: IdForms = { video: matching(/^[A-Za-z0-9][\w.-]{0,100}$/), author: anyName };
/** The number of a page, or the title of a file. */
export const COMMONS_IDS: IdForms = { video: anyName, author: anyName };
export const COUB_IDS: IdForms = { video: matching(/^[0-9a-z]{1,20}$/) };
export const BILIBILI_IDS: IdForms = { video: matching(/^BV[0-9A-Za-z]{10}$/), author: numbers };
/** Twenty-four hexadecimal digits, of notes and of users. */
const note = matching(/^[0-9a-f]{24}$/);
export const XIAOHONGSHU_IDS: IdForms = { video: note, author: note };
/** The code in the address of a reel. */
export const INSTAGRAM_IDS: IdForms = { video: matching(/^[\w-]{5,40}$/), author: numbers };
export const NICONICO_IDS: IdForms = {
  video: matching(/^(?:sm|nm|so)?[1-9]\d{0,14}$/),
  author: matching(/^(?:ch)?[1-9]\d{0,14}$/),
};
/** The id of a claim, or its address on the chain. */
export const ODYSEE_IDS: IdForms = {
  video: matching(/^(?:[0-9a-f]{40}|lbry:\/\/\P{Cc}+)$/u),
  playlist: matching(/^[0-9a-f]{40}$/),
  comment: matching(/^[0-9a-z-]{1,100}$/),
};
export const RUTUBE_IDS: IdForms = {
  video: matching(/^[0-9a-f]{4,32}$/),
  author: numbers,
  playlist: numbers,
};
export const STOCK_IDS: IdForms = { video: numbers };
export const LIBRARY_IDS: IdForms = {
  video: anyName,
  author: anyName,
  handle: anyName,
  comment: anyName,
  playlist: anyName,
};

/** A number, or Kuaishou's short id, which begins with `3x`. */
const kuaishou: IdForm = (id) =>
  (/^\d+$/.test(id) ? LONG_NUMBER.test(id) : /^3x[0-9a-z]{1,62}$/.test(id)) ? id : null;
const aweme = matching(LONG_NUMBER);

/** Ids of Kuaishou, Douyin and TikTok, by the name of the platform. */
export const SHORT_VIDEO_IDS: IdForms = {
  video: (id, platform) => (platform === 'kuaishou' ? kuaishou(id, platform) : aweme(id, platform)),
  author: matching(/^[\w.-]{1,200}$/),
  comment: matching(/^[\w-]{1,64}$/),
  playlist: aweme,
};
