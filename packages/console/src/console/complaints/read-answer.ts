// Reads a stored answer for display: the titles of its records, and the whole text with line breaks. Pure.

interface Titled {
  id: string;
  title: string;
}

interface ReadAnswer {
  /** null if the answer has no list of records: a single record, a native answer, or text that was cut. */
  titles: Titled[] | null;
  pretty: string;
}

interface Item {
  id?: unknown;
  platform?: unknown;
  title?: unknown;
  text?: unknown;
}

/** The record's title; else its text, as for comments; else its id. */
function titleOf({ id, platform, title, text }: Item, at: number): Titled {
  const words = [title, text, id].find((one) => typeof one === 'string' && one !== '');
  return { id: `${at} ${platform} ${id}`, title: String(words ?? '–') };
}

export function readAnswer(text: string): ReadAnswer {
  try {
    const answer = JSON.parse(text) as { items?: Item[] };
    const titles = Array.isArray(answer.items) ? answer.items.map(titleOf) : null;
    return { titles, pretty: JSON.stringify(answer, null, 2) };
  } catch {
    return { titles: null, pretty: text };
  }
}
