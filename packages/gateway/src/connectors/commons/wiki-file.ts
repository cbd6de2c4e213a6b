// Reads one file page of a MediaWiki: which of its versions is the newest, whether that is a video, and what the page states about it.
// Addresses that the wiki does not give are built for that wiki.
import type { ParsedVideo } from '../../domain/video.ts';
import { blankVideo, LEFT_OUT, type Readable, unknownAuthor } from '../parsing/blank-records.ts';
import {
  count,
  id,
  looseFlag,
  publishedIso,
  secondsToMs,
  segment,
  size,
  text,
  thumbnails,
  url,
} from '../parsing/fields.ts';
import { array, type Json, object } from '../parsing/json.ts';
import { joined, stripHtml } from '../parsing/text.ts';

/** The namespace of files, whatever it is called in the wiki's language. */
export const FILE_NAMESPACE = 6;

export function toWikiVideo(page: Json, base: string, missing: readonly string[]): Readable {
  const pageId = id(page.pageid);
  if (pageId === null) return null;
  const file = newestOf(page);
  if (isVideo(page, file) === false || isWithheld(file)) return LEFT_OUT;
  const title = text(page.title);
  const about = object(file.extmetadata);
  return {
    ...blankVideo(pageId, missing),
    alt_ids: title === null ? [] : [title],
    url: url(file.descriptionurl, base) ?? (title === null ? null : pageAt(base, title)),
    embed_url: url(file.url, base),
    title: title === null ? null : nameOf(page, title),
    text: plain(about.ImageDescription),
    tags: (plain(about.Categories) ?? '').split('|').filter((tag) => tag !== ''),
    ...publishedIso(file.timestamp),
    duration_ms: secondsToMs(file.duration),
    ...size(file),
    author: toAuthor(base, text(file.user), plain(about.Artist)),
    thumbnails: thumbnails([{ url: file.thumburl, width: file.thumbwidth, height: file.thumbheight }], base),
    license: toLicense(about),
  };
}

/** An administrator removed this version of the file and kept its page. */
function isWithheld({ filehidden, suppressed }: Json): boolean {
  return looseFlag(filehidden) === true || looseFlag(suppressed) === true;
}

/** Whether the answer has the properties of the file. */
export function hasFile(page: Json): boolean {
  return array(page.imageinfo).length > 0;
}

/** Older versions have an archive name, and the time of their own upload. */
function newestOf(page: Json): Json {
  const versions = array(page.imageinfo).map(object);
  const current = versions.filter(({ archivename }) => archivename === undefined);
  const timeOf = ({ timestamp }: Json) => text(timestamp) ?? '';
  const sorted = (current.length > 0 ? current : versions).toSorted((a, b) =>
    timeOf(b) < timeOf(a) ? -1 : Number(timeOf(b) > timeOf(a)),
  );
  return sorted[0] ?? {};
}

const VIDEO_NAMES = /\.(?:webm|ogv|ogg|ogm|mpe?g|mp4|m4v|mov|avi|mkv|3gp|flv|wmv)$/i;
const OTHER_NAMES = /\.(?:jpe?g|png|gif|svg|tiff?|webp|xcf|bmp|djvu|pdf|oga|opus|mp3|wav|flac|midi?|stl)$/i;

/** Decided by the properties of the file, or else by its name; null when neither tells. */
export function isVideo(page: Json, file: Json = newestOf(page)): boolean | null {
  const kind = text(file.mediatype);
  if (kind !== null && kind !== 'UNKNOWN' && kind !== 'MULTIMEDIA') return kind === 'VIDEO';
  const title = text(page.title) ?? '';
  const mime = text(file.mime);
  if (mime?.startsWith('video/')) return true;
  // An Ogg file holds sound or video. Only video has a height or the extension ogv.
  if (mime === 'application/ogg') return /\.ogv$/i.test(title) || (count(file.height) ?? 0) > 0;
  if (mime !== null) return false;
  if (VIDEO_NAMES.test(title)) return true;
  return OTHER_NAMES.test(title) ? false : null;
}

/** "Datei:Katze.webm" becomes "Katze": no file name contains a colon. */
function nameOf({ ns }: Json, title: string): string {
  const isFile = count(ns) === FILE_NAMESPACE || /^file:/i.test(title);
  const name = isFile ? title.slice(title.indexOf(':') + 1) : title;
  return name.replace(/\.\w{2,5}$/, '');
}

/** An entry of `extmetadata`, which is HTML written by users. */
function plain(entry: unknown): string | null {
  const html = text(object(entry).value);
  return html === null ? null : text(stripHtml(html));
}

function pageAt(base: string, title: string): string {
  return joined(base, '/wiki/', segment(title.replaceAll(' ', '_')).replaceAll('%3A', ':'));
}

/**
 * The maker and the uploader of a file may be different people. The account is the uploader's, because its videos can be listed; the name
 * is the maker's.
 */
function toAuthor(base: string, user: string | null, artist: string | null): ParsedVideo['author'] {
  const account = user === null ? null : { id: user, handle: user, url: pageAt(base, `User:${user}`) };
  return { ...unknownAuthor, ...account, name: artist ?? user };
}

function toLicense(about: Json): ParsedVideo['license'] {
  const license = { name: plain(about.LicenseShortName), url: url(plain(about.LicenseUrl)) };
  return license.name === null && license.url === null ? null : license;
}
