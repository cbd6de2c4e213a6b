// Owns the words for lists that come page by page.

export interface Paging {
  limit: number;
  /** The last page's `next`, null for the first page. */
  after: string | null;
}

export interface Listed<T> {
  items: T[];
  next: string | null;
}
