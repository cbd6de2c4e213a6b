// What both simulated front-ends of YouTube have: the ids that mean something to them, and their lists.
import type { SimulatedList, Simulation } from '../../testing/platforms/simulation.ts';

export const COMMENTED = 'commented00';
export const ANSWERED = 'answered000';
/** An unlisted video with as many comments, which any caller with its id gets. */
export const UNLISTED = 'unlisted000';
/** A video with captions. */
export const TALK = 'talk0000000';
export const LIST = 'PLsimulated-0123456789';
/** Every tenth place of the playlist has no video any more. */
export const isGone = (place: number): boolean => place % 10 === 9;
export const commentIdOf = (n: number): string => `Ugx${n}`;
export const authorIdOf = (n: number): string => `UCfound${n}`;

/** `ends`: how the two lists end whose end the front-ends prove differently. */
export function frontEndLists(
  idOf: (n: number) => string,
  ends: { authors: SimulatedList['lastEnd']; playlist: SimulatedList['lastEnd'] },
): NonNullable<Simulation['lists']> {
  return {
    'author.videos': {
      ask: { author_id: 'UCmaker' },
      alias: { handle: 'maker' },
      absent: { author_id: 'UCnobody' },
      reachable: (total) => total,
      // The end of one tab; a channel has others.
      lastEnd: () => 'unknown',
      idOf,
    },
    'video.comments': {
      ask: { id: COMMENTED },
      absent: { id: UNLISTED },
      reachable: (total) => total,
      lastEnd: () => 'exhausted',
      idOf: commentIdOf,
    },
    'comment.replies': {
      ask: { id: ANSWERED, comment_id: 'Ugxanswered' },
      absent: { id: 'nothing0000', comment_id: 'Ugxanswered' },
      reachable: (total) => total,
      lastEnd: () => 'exhausted',
      idOf: commentIdOf,
    },
    'author.search': {
      ask: { keyword: 'maker' },
      reachable: (total) => total,
      lastEnd: ends.authors,
      idOf: authorIdOf,
    },
    'video.popular': {
      ask: { region: 'DE' },
      reachable: (total) => total,
      lastEnd: () => 'unknown',
      idOf,
    },
    'video.related': {
      ask: { id: TALK },
      absent: { id: UNLISTED },
      reachable: (total) => total,
      lastEnd: () => 'unknown',
      idOf,
    },
    'playlist.videos': {
      ask: { playlist_id: LIST },
      absent: { playlist_id: 'PLnothing-0123456789' },
      reachable: (total) => total - Math.floor(total / 10),
      unavailable: (total) => Math.floor(total / 10),
      lastEnd: ends.playlist,
      idOf: (n) => idOf(n + Math.floor(n / 9)),
    },
  };
}

export const frontEndThings: NonNullable<Simulation['things']> = {
  'playlist.get': { ask: { playlist_id: LIST }, id: LIST, absent: { playlist_id: 'PLnothing-0123456789' } },
  'author.get': {
    ask: { author_id: 'UCmaker' },
    alias: { handle: 'maker' },
    id: 'UCmaker',
    absent: { author_id: 'UCnobody' },
  },
  'transcript.get': { ask: { id: TALK, language: 'fr,de' }, id: TALK, absent: { id: UNLISTED } },
};
