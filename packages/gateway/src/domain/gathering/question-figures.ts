// What each question of a collection has brought. Questions are asked one after the other. Where one ends, the collection notes how many pages
// and items it has by then, so the figures of a question are what came since the end of the one before it.
import type { Collection, CollectionEnd } from './collection.ts';

export interface QuestionFigures {
  /** A page of it was read, or the platform refused it. */
  isAsked: boolean;
  /** null: it ended at a node of an older release, which notes nothing. */
  pages: number | null;
  items: number | null;
  /** null while it goes on, when it was not asked, and when it is not known. */
  end: CollectionEnd | null;
}

interface Mark {
  pages: number;
  items: number;
  end: CollectionEnd | null;
}

type Walked = Pick<Collection, 'questionEnds' | 'questionCount' | 'question' | 'pages' | 'items' | 'end'>;

const NOT_ASKED: QuestionFigures = { isAsked: false, pages: 0, items: 0, end: null };

/** In the sequence of the questions. */
export function questionFigures(of: Walked): QuestionFigures[] {
  const marks = marksOf(of);
  return Array.from({ length: of.questionCount }, (_, index) => {
    if (index > of.question) return NOT_ASKED;
    const from = index === 0 ? { pages: 0, items: 0 } : marks.get(index - 1);
    const to = marks.get(index);
    if (from === undefined || to === undefined)
      return { isAsked: true, pages: null, items: null, end: to?.end ?? null };
    const pages = to.pages - from.pages;
    const isRunning = index === of.question && to.end === of.end;
    if (pages === 0 && isRunning && to.end !== 'refused') return NOT_ASKED;
    return { isAsked: true, pages, items: to.items - from.items, end: to.end };
  });
}

export const unaskedOf = (of: Walked): number => questionFigures(of).filter(({ isAsked }) => !isAsked).length;

/** A question that ended with its collection, or goes on, has what the collection has. */
function marksOf({ questionEnds, question, pages, items, end }: Walked): Map<number, Mark> {
  const marks = new Map<number, Mark>([[question, { pages, items, end }]]);
  for (const text of questionEnds.split(';').filter((one) => one !== '')) {
    const [index, atPages, atItems, how] = text.split(' ');
    marks.set(Number(index), { pages: Number(atPages), items: Number(atItems), end: how as CollectionEnd });
  }
  return marks;
}
