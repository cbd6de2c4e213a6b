// Rewrites ids as callers send them into the form that the platform uses. What is not an id there is refused at no cost, before a
// price is held and before a provider is asked. So no caller can make a provider fail by the form of an id.
import { anyName, type IdForms } from '../../connectors/connector.ts';
import { type Failure, invalid } from '../../domain/failure.ts';
import type { Asked } from '../../operations/operation.ts';
import type { ConnectedProvider } from '../trying/connected-provider.ts';
import type { OperationAddress } from './operation-target.ts';

/** The parameters that hold an id or a name, and the kind of thing that each names. */
const KINDS: Readonly<Record<string, keyof IdForms>> = {
  id: 'video',
  author_id: 'author',
  handle: 'handle',
  comment_id: 'comment',
  playlist_id: 'playlist',
};

const WHAT: Readonly<Record<keyof IdForms, string>> = {
  video: 'id of a video',
  author: 'id of an author',
  handle: 'name of an author',
  comment: 'id of a comment',
  playlist: 'id of a playlist',
};

interface Formed<A extends Asked> {
  asked: A;
  /** The providers that know such ids. */
  providers: readonly ConnectedProvider[];
  /** Of several ids, those that no provider can have. */
  formless: readonly string[];
}

export function inOwnForm<A extends Asked>(asked: A, address: OperationAddress): Formed<A> | Failure {
  let { providers } = address;
  const ask: Record<string, string> = { ...asked.ask };
  for (const [parameter, given] of Object.entries(ask)) {
    const kind = KINDS[parameter];
    if (kind === undefined) continue;
    const formed = formOf(kind, given, { ...address, providers });
    if (formed === null) return invalid(parameter, `is no ${WHAT[kind]} on this platform`);
    providers = formed.providers;
    ask[parameter] = formed.id;
  }
  if (asked.ids === undefined) return { asked: { ...asked, ask }, providers, formless: [] };
  return severalInForm(asked, asked.ids, { ...address, providers });
}

/** The first provider that knows such ids defines the form. A provider that writes them differently is not asked. */
function formOf(
  kind: keyof IdForms,
  given: string,
  { providers, platform }: OperationAddress,
): { id: string; providers: readonly ConnectedProvider[] } | null {
  const written = ({ connector }: ConnectedProvider) => (connector.ids[kind] ?? anyName)(given, platform);
  const id = providers.map(written).find((one) => one !== null);
  return id === undefined ? null : { id, providers: providers.filter((by) => written(by) === id) };
}

/** What is not an id is reported as not found, and the other ids are looked up. */
function severalInForm<A extends Asked>(
  asked: A,
  given: readonly string[],
  address: OperationAddress,
): Formed<A> | Failure {
  const formed = given.map((id) => formOf('video', id, address)?.id ?? null);
  if (formed.every((id) => id === null)) return invalid('ids', `has no ${WHAT.video} on this platform`);
  const ids = [...new Set(given.map((id, i) => formed[i] ?? id))];
  const formless = given.filter((_, i) => formed[i] === null);
  return { asked: { ...asked, ids }, providers: address.providers, formless };
}
