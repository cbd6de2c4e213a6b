// What each tag of the OpenAPI document is about, in one sentence: the document and the reference page show it above the tag's routes. A test
// fails for a tag without a text.

/** By tag; those of operators begin with `Admin: `. */
export const TAG_TEXT: Readonly<Record<string, string>> = {
  Videos: 'The billed routes that search, look up and list videos of a platform, and the pictures of videos.',
  Authors: 'The billed routes that search authors, look one up, and list the videos of an author.',
  Comments: 'The billed routes that list the comments on a video, and the replies to a comment.',
  Playlists: 'The billed routes that look up a playlist and list its videos.',
  Transcripts:
    'The billed routes that give the transcript of a video, as text with times or as a file of captions.',
  Pricing: 'The price list with what each call costs, and quotes that fix a price. Free.',
  Status: 'The status of each operation of each platform: how many calls succeeded, and how fast. Free.',
  Addresses: 'Resolves the address of a video, author or comment to platform, kind and id. Free.',
  Keys: 'The check of an API key. Free.',
  Portal: 'Sessions of the portal, sign-up, and what a caller does there with its API keys. Free.',
  Account: "The caller's own account: its balance, usage, receipts, statements and events. Free.",
  Webhooks: 'Webhooks: addresses to which the gateway sends events, and the events themselves. Free.',
  Watches:
    'Watches: questions that the gateway asks again and again, with their runs, new items and feeds. Free, but for the runs, each of which is a paid call.',
  Collections:
    'Collections of all items for one or more questions, and their export as a file. Free, but for the pages, each of which is a paid call.',
  Payments: 'Payments of the account: top-up orders, and recharges by a saved card. Free.',
  Service: 'The health of the service, this reference, and the guides. Free.',
  'Admin: Accounts': 'For operators: accounts, with their balance, limits, grants, statements and prices.',
  'Admin: Calls':
    'For operators: calls of all accounts, with their attempts and charges, and the holds of running calls.',
  'Admin: Keys': 'For operators: API keys of all accounts, with their limits and caps.',
  'Admin: Projects': 'For operators: projects of all accounts, with their caps.',
  'Admin: Complaints':
    'For operators: complaints of callers about paid answers, and the decisions about them.',
  'Admin: Events': 'For operators: events that an operator should know.',
  'Admin: Webhooks': 'For operators: webhooks that get the events of the operator.',
  'Admin: Watches': 'For operators: watches of all accounts, which an operator can pause, resume and end.',
  'Admin: Collections': 'For operators: collections of all accounts, which an operator can stop.',
  'Admin: Catalog':
    'For operators: versions of the price list, called the catalog, what changes between them, and what each would have earned.',
  'Admin: Usage': 'For operators: usage by account, key, path, provider and time, with charges and costs.',
  'Admin: Providers': 'For operators: providers, with their health and history, and a live check of each.',
  'Admin: Audit': 'For operators: the audit log of what operators changed.',
  'Admin: Status':
    'For operators: the status of the installation, its settings, its duties, and the figures of the overview.',
  'Admin: Ledger': 'For operators: the check of the ledger against all tables that depend on it.',
  'Admin: Payments':
    'For operators: payments of all accounts, with orders, recharges, disputes, paybacks, and differences to the payment provider.',
  'Admin: Invites': 'For operators: invites, the one-time links with which people create an account.',
  'Admin: Tokens': 'For operators: admin tokens, with their roles.',
  'Admin: Sessions': 'For operators: sessions of the console, and one-time links that open one.',
  'Admin: Service': 'For operators: the metrics of the service, and this reference.',
};
