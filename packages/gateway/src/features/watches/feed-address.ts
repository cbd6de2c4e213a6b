// The secret addresses of feeds. Only a hash of the secret is stored.

/** 160 random bits. */
export const FEED_SECRET_CHARS = 27;
const FEED_FORMS = ['atom', 'json'] as const;
export type FeedForm = (typeof FEED_FORMS)[number];

export const FEEDS_PATH = '/feeds/v1/';

export function feedAddresses(publicUrl: string, secret: string): Record<FeedForm, string> {
  const of = (form: FeedForm) => `${publicUrl}${FEEDS_PATH}${secret}.${form}`;
  return { atom: of('atom'), json: of('json') };
}

/** null for a name that no feed has. */
export function readFeedName(name: string): { secret: string; form: FeedForm } | null {
  const [secret = '', form = '', ...rest] = name.split('.');
  const isSecret = secret.length === FEED_SECRET_CHARS && /^[0-9A-Za-z]+$/.test(secret);
  const isForm = (text: string): text is FeedForm => (FEED_FORMS as readonly string[]).includes(text);
  return isSecret && isForm(form) && rest.length === 0 ? { secret, form } : null;
}
