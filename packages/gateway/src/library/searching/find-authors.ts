// The search for authors by name. It reads the authors one after the other, as far as its time allows, and compares folded texts. Equal names
// come first, then names that begin with the keyword, then those that contain it, each by key. So a page starts strictly after the last
// author of the page before.
import type { Clock } from '../../domain/clock.ts';
import { AUTHORS_STEP } from '../limits.ts';
import type { AuthorRow } from '../lists/list-rows.ts';
import type { LibraryAuthor } from '../record.ts';
import { Effort } from '../record-index.ts';
import { searchText } from './search-words.ts';

interface FoundAuthor {
  key: string;
  /** 0: the name is the keyword; 1: it begins with it; 2: it contains it. */
  closeness: number;
  author: LibraryAuthor;
}

interface FoundAuthors {
  found: FoundAuthor[];
  /** The search was stopped before it had read all authors. */
  isCut: boolean;
}

type AuthorsAfter = (author: string, limit: number) => Promise<AuthorRow[]>;

export async function findAuthors(
  authorsAfter: AuthorsAfter,
  clock: Clock,
  keyword: string,
): Promise<FoundAuthors> {
  const wanted = searchText(keyword);
  const effort = new Effort(clock);
  const found: FoundAuthor[] = [];
  if (wanted === '') return { found, isCut: false };
  for (let key = ''; ; ) {
    const rows = await authorsAfter(key, AUTHORS_STEP);
    for (const row of rows) {
      const author = (JSON.parse(row.about ?? '{}') ?? {}) as LibraryAuthor;
      const closeness = closenessOf(wanted, author);
      if (closeness !== null) found.push({ key: row.author, closeness, author });
    }
    if (rows.length < AUTHORS_STEP) break;
    key = rows.at(-1)!.author;
    if (effort.look()) break;
  }
  found.sort((a, b) => a.closeness - b.closeness || (a.key < b.key ? -1 : 1));
  return { found, isCut: effort.isOver };
}

function closenessOf(wanted: string, { name, handle }: LibraryAuthor): number | null {
  const texts = [name, handle].map((text) => searchText(text ?? ''));
  if (texts.includes(wanted)) return 0;
  if (texts.some((text) => text.startsWith(wanted))) return 1;
  return texts.some((text) => text.includes(wanted)) ? 2 : null;
}

const CURSOR = /^([012])\.(.+)$/s;

interface AuthorPlace {
  closeness: number;
  key: string;
}

/** null for a text that is not a cursor. */
export function parseAuthorPlace(cursor: string): AuthorPlace | null {
  const parts = CURSOR.exec(cursor);
  return parts === null ? null : { closeness: Number(parts[1]), key: parts[2]! };
}

export function writeAuthorPlace({ closeness, key }: AuthorPlace): string {
  return `${closeness}.${key}`;
}

export function isAfter({ closeness, key }: FoundAuthor, place: AuthorPlace | null): boolean {
  if (place === null || closeness > place.closeness) return true;
  return closeness === place.closeness && key > place.key;
}
