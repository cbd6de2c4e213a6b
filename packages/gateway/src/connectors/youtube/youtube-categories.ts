// The categories of YouTube's videos, by the ids that its API uses.

/** Names of `categoryId`, as `videoCategories` gives them in English. A video of another category has none here. */
export const YOUTUBE_CATEGORIES = new Map<unknown, string>([
  ['1', 'Film & Animation'],
  ['2', 'Autos & Vehicles'],
  ['10', 'Music'],
  ['15', 'Pets & Animals'],
  ['17', 'Sports'],
  ['19', 'Travel & Events'],
  ['20', 'Gaming'],
  ['22', 'People & Blogs'],
  ['23', 'Comedy'],
  ['24', 'Entertainment'],
  ['25', 'News & Politics'],
  ['26', 'Howto & Style'],
  ['27', 'Education'],
  ['28', 'Science & Technology'],
  ['29', 'Nonprofits & Activism'],
]);

/** A caller writes the id or the name. Anything else is passed on, and YouTube rejects it. */
export function categoryId(category: string): string {
  const wanted = category.toLowerCase();
  const found = [...YOUTUBE_CATEGORIES].find(([, name]) => name.toLowerCase() === wanted);
  return found === undefined ? category : String(found[0]);
}
