// Owns what each operation needs to be asked: what it is about, the orders it has, whether it has pages and filters.
import {
  listAuthorVideosSortChoices,
  listCommentsSortChoices,
  searchVideosSortChoices,
} from '../../api/bounds.ts';

export const OPERATIONS = {
  'video.search': {
    about: 'keyword',
    sorts: searchVideosSortChoices,
    paged: true,
    filtered: true,
  },
  'video.get': { about: 'video', sorts: [], paged: false, filtered: false },
  'author.get': { about: 'author', sorts: [], paged: false, filtered: false },
  'author.videos': { about: 'author', sorts: listAuthorVideosSortChoices, paged: true, filtered: false },
  'video.comments': { about: 'video', sorts: listCommentsSortChoices, paged: true, filtered: false },
  'comment.replies': { about: 'comment', sorts: [], paged: true, filtered: false },
} as const;

export type OperationName = keyof typeof OPERATIONS;
export type SortName = (typeof OPERATIONS)[OperationName]['sorts'][number];

export const OPERATION_NAMES = Object.keys(OPERATIONS) as OperationName[];

export function isOperation(name: string): name is OperationName {
  return Object.hasOwn(OPERATIONS, name);
}
