// Owns the reading of one file page of a MediaWiki: which of its versions is the newest, whether that is a video, and what
// the page says about it. Addresses that the wiki does not give are built at the wiki itself, never at another.
import type { ParsedVideo } from '../../domain/video.ts';
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
} from './fields.ts';
import { array, type Json, object } from './json.ts';
import { joined, stripHtml } from './text.ts';
import { blankVideo, LEFT_OUT, type Readable, unknownAuthor } from './video.ts';

/** The namespace of files, whatever its name is in the wiki's language. */
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

/** An administrator took this version of the file down, and left its page. */
function isWithheld({ filehidden, suppressed }: Json): boolean {
  return looseFlag(filehidden) === true || looseFlag(suppressed) === true;
}

/** Whether the properties of the file have come. */
export function hasFile(page: Json): boolean {
  return array(page.imageinfo).length > 0;
}

/** Older versions say so by an archive name, and carry the time of their own upload. */
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

/** By what the wiki knows of the file, at last by its name; null when nothing tells. */
export function isVideo(page: Json, file: Json = newestOf(page)): boolean | null {
  const kind = text(file.mediatype);
  if (kind !== null && kind !== 'UNKNOWN' && kind !== 'MULTIMEDIA') return kind === 'VIDEO';
  const title = text(page.title) ?? '';
  const mime = text(file.mime);
  if (mime?.startsWith('video/')) return true;
  // Ogg holds sound or pictures that move: only the latter have a height, and only they are named ogv.
  if (mime === 'application/ogg') return /\.ogv$/i.test(title) || (count(file.height) ?? 0) > 0;
  if (mime !== null) return false;
  if (VIDEO_NAMES.test(title)) return true;
  return OTHER_NAMES.test(title) ? false : null;
}

/** "Datei:Katze.webm" is called "Katze": no name of a file has a colon in it. */
function nameOf({ ns }: Json, title: string): string {
  const isFile = count(ns) === FILE_NAMESPACE || /^file:/i.test(title);
  const name = isFile ? title.slice(title.indexOf(':') + 1) : title;
  return name.replace(/\.\w{2,5}$/, '');
}

/** An entry of `extmetadata`: HTML of whoever described the file. */
function plain(entry: unknown): string | null {
  const html = text(object(entry).value);
  return html === null ? null : text(stripHtml(html));
}

function pageAt(base: string, title: string): string {
  return joined(base, '/wiki/', segment(title.replaceAll(' ', '_')).replaceAll('%3A', ':'));
}

/** Who made a file and who uploaded it may be two people. The account, whose videos can be asked for, is the uploader's; the name the maker's. */
function toAuthor(base: string, user: string | null, artist: string | null): ParsedVideo['author'] {
  const account = user === null ? null : { id: user, handle: user, url: pageAt(base, `User:${user}`) };
  return { ...unknownAuthor, ...account, name: artist ?? user };
}

function toLicense(about: Json): ParsedVideo['license'] {
  const license = { name: plain(about.LicenseShortName), url: url(plain(about.LicenseUrl)) };
  return license.name === null && license.url === null ? null : license;
}
