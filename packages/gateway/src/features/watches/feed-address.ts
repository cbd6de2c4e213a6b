// The secret addresses of feeds. Only a hash of the secret is stored.

/** 160 random bits. */
export const FEED_SECRET_CHARS = 27;
export const FEED_FORMS = ['atom', 'json'] as const;
export type FeedForm = (typeof FEED_FORMS)[number];

export const FEEDS_PATH = '/feeds/v1/';

export function feedAddresses(publicUrl: string, secret: string): Record<FeedForm, string> {
  const of = (form: FeedForm) => `${publicUrl}${FEEDS_PATH}${secret}.${form}`;
  return { atom: of('atom'), json: of('json') };
}

const NAME = new RegExp(`^([0-9A-Za-z]{${FEED_SECRET_CHARS}})\\.(${FEED_FORMS.join('|')})$`);

/** null for a name that no feed has. */
export function readFeedName(name: string): { secret: string; form: FeedForm } | null {
  const [, secret, form] = NAME.exec(name) ?? [];
  return secret === undefined ? null : { secret, form: form as FeedForm };
}
