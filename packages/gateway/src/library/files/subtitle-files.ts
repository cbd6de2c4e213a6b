// Finds the subtitle files beside a downloader's record: `Title [id].info.json` has `Title [id].en.vtt`. A folder is listed once, because an
// archive may hold many thousand records in one.
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { TRACK_BYTES_MAX } from '../../domain/limits.ts';
import { textOfBytes } from '../../domain/text/text-of-bytes.ts';
import { RECORD_TRACKS_MAX, TRACKS_BYTES_MAX } from '../limits.ts';
import { NO_ROOM, type SubtitleFile } from './tracks.ts';

const SUFFIX = '.info.json';
const SUBTITLES = /^(.+)\.([A-Za-z0-9_-]{2,35})\.(vtt|srt)$/i;

interface FoundSubtitles {
  files: SubtitleFile[];
  problems: string[];
}

/** Keeps the listing of the folder that was asked for last: files come folder by folder. */
export class SubtitleFiles {
  #folder: string | null = null;
  #names = new Map<string, Map<string, string>>();

  /** Links are not followed. No more is read than one record may keep: a hundred files of the largest size would take 200 MB. */
  async beside(path: string): Promise<FoundSubtitles> {
    const found: FoundSubtitles = { files: [], problems: [] };
    if (!path.toLowerCase().endsWith(SUFFIX)) return found;
    const folder = dirname(path);
    if (folder !== this.#folder) await this.#list(folder);
    const byTag = this.#names.get(basename(path).slice(0, -SUFFIX.length)) ?? new Map<string, string>();
    let bytesLeft = TRACKS_BYTES_MAX;
    for (const [tag, name] of [...byTag].slice(0, RECORD_TRACKS_MAX)) {
      const content = await contentOf(join(folder, name), tag, bytesLeft);
      if ('problem' in content) found.problems.push(`${name}: ${content.problem}`);
      else {
        found.files.push({ name, tag, content: content.text });
        bytesLeft -= content.bytes;
      }
    }
    const more = byTag.size - RECORD_TRACKS_MAX;
    if (more > 0)
      found.problems.push(`${more} more files: at most ${RECORD_TRACKS_MAX} of one video are read`);
    return found;
  }

  async #list(folder: string): Promise<void> {
    const children = await readdir(folder, { withFileTypes: true });
    this.#folder = folder;
    this.#names = new Map();
    // Sorted by name, .vtt comes after .srt and replaces it: it says more.
    for (const name of children.flatMap((child) => (child.isFile() ? [child.name] : [])).sort()) {
      const [, stem, tag] = SUBTITLES.exec(name) ?? [];
      if (stem === undefined || tag === undefined) continue;
      const byTag = this.#names.get(stem) ?? new Map<string, string>();
      this.#names.set(stem, byTag.set(tag, name));
    }
  }
}

async function contentOf(
  path: string,
  language: string,
  bytesLeft: number,
): Promise<{ text: string; bytes: number } | { problem: string }> {
  try {
    const { size } = await stat(path);
    if (size > TRACK_BYTES_MAX) return { problem: `is larger than ${TRACK_BYTES_MAX} bytes` };
    if (size > bytesLeft) return { problem: NO_ROOM };
    const bytes = await readFile(path);
    const { text, isReadable } = textOfBytes(bytes, { language });
    return isReadable ? { text, bytes: bytes.length } : { problem: 'is in no known charset' };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}
