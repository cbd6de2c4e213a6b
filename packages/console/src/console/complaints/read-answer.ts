// An answer as an operator reads it: what its records are called, and the whole of it with line ends. Pure.

export interface Titled {
  id: string;
  title: string;
}

export interface ReadAnswer {
  /** null where the answer has no list of records: one record, a native form, or text that was cut. */
  titles: Titled[] | null;
  pretty: string;
}

interface Item {
  id?: unknown;
  platform?: unknown;
  title?: unknown;
  text?: unknown;
}

/** Its title, else its words, as of comments; an id tells at least two records apart. */
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
