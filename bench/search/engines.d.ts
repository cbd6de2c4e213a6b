// The part of the compared engines that is used here: they are installed only where they are measured, and types are checked everywhere.
declare module 'flexsearch' {
  class Index {
    constructor(options: { tokenize: 'forward' });
    add(id: string, text: string): void;
    search(keyword: string, options: { limit: number; suggest: boolean }): (string | number)[];
  }
  const FlexSearch: { Index: typeof Index };
  export default FlexSearch;
}

declare module 'minisearch' {
  export default class MiniSearch {
    constructor(options: {
      fields: string[];
      searchOptions: { prefix: boolean; fuzzy: number; boost: Record<string, number> };
    });
    addAll(records: readonly object[]): void;
    search(keyword: string): { id: string }[];
  }
}
