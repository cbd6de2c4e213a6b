// Answers what an address is: resolved, followed when it is a short link, and with the platforms of this gateway that
// serve it.
import { type Failure, isFailure } from '../domain/failure.ts';
import type { OnBehalfOf } from '../upstream/upstream.ts';
import type { ResolvedAddress } from './address.ts';
import type { AddressBook } from './address-book.ts';
import { resolveAddress } from './resolve-address.ts';
import type { ShortLinks } from './short-links.ts';

export interface ExplainedAddress extends ResolvedAddress {
  served_as: string[];
}

export async function explainAddress(
  { book, links }: { book: AddressBook; links: Pick<ShortLinks, 'follow'> },
  text: string,
  onBehalfOf: OnBehalfOf,
): Promise<ExplainedAddress | Failure> {
  const found = await links.follow(resolveAddress(text, book.ownHosts), onBehalfOf);
  return isFailure(found) ? found : { ...found, served_as: book.servedAs(found) };
}
