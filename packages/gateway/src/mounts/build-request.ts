// Builds the request to a mounted upstream, only from the document and the checked input. Of the caller's headers
// only the listed ones are passed on, never the caller's key; the provider's credential takes its place.
import type { Provider, UpstreamRequest } from '../connectors/connector.ts';
import type { Credential } from './credential.ts';
import type { MountedOperation } from './operation.ts';
import { buildPath } from './path-template.ts';
import type { MountInput } from './read-input.ts';

/** The only headers of the caller that are sent upstream. */
export const PASSED_UP = ['accept', 'accept-language'] as const;
/** Longer values would identify the caller more than describe the wanted answer, so they are not sent. */
const HEADER = /^[\x20-\x7e]{1,256}$/;

export type CallerHeaders = Readonly<Partial<Record<(typeof PASSED_UP)[number], string>>>;

export function buildRequest(
  of: MountedOperation,
  input: MountInput,
  to: { provider: Provider; baseUrl: string; headers: CallerHeaders },
): UpstreamRequest {
  const { token, userAgent } = to.provider;
  const query = input.query.map(([name, values]) => queryText(of, name, values));
  const secret = token === null ? { headers: {}, query: [] } : secretOf(of.credential, token);
  const whole = [...query, ...secret.query].join('&');
  return {
    method: of.method,
    url: `${to.baseUrl}${buildPath(of.template, input.path)}${whole === '' ? '' : `?${whole}`}`,
    headers: { ...passedUp(to.headers), 'user-agent': userAgent, ...secret.headers, ...typeOf(input) },
    wantsBytes: true,
    ...(input.body !== null && { body: input.body }),
  };
}

function queryText(of: MountedOperation, name: string, values: readonly string[]): string {
  const inOne = of.parameters.some(
    (parameter) => parameter.place === 'query' && parameter.name === name && parameter.list === 'commas',
  );
  const key = encodeURIComponent(name);
  if (inOne) return `${key}=${values.map(encodeURIComponent).join(',')}`;
  return values.map((value) => `${key}=${encodeURIComponent(value)}`).join('&');
}

function passedUp(headers: CallerHeaders): Record<string, string> {
  const kept = PASSED_UP.flatMap((name) => {
    const value = headers[name];
    return value !== undefined && HEADER.test(value) ? [[name, value] as const] : [];
  });
  return { accept: '*/*', ...Object.fromEntries(kept) };
}

function typeOf({ body }: MountInput): Record<string, string> {
  return body === null ? {} : { 'content-type': 'application/json' };
}

interface Secret {
  headers: Record<string, string>;
  query: string[];
}

function secretOf(credential: Credential, token: string): Secret {
  const inHeader = (name: string, value: string): Secret => ({ headers: { [name]: value }, query: [] });
  switch (credential.kind) {
    case 'none':
      return { headers: {}, query: [] };
    case 'bearer':
      return inHeader('authorization', `Bearer ${token}`);
    case 'basic':
      return inHeader('authorization', `Basic ${Buffer.from(token).toString('base64')}`);
    case 'header':
      return inHeader(credential.name.toLowerCase(), token);
    case 'query':
      return {
        headers: {},
        query: [`${encodeURIComponent(credential.name)}=${encodeURIComponent(token)}`],
      };
  }
}

/** Every encoding of a provider's credential, so that an answer can be searched for it. */
export function secretForms(token: string | null): string[] {
  // A shorter text is not a secret, and would be found by chance in answers that leak nothing.
  if (token === null || token.length < 8) return [];
  return [...new Set([token, encodeURIComponent(token), Buffer.from(token).toString('base64')])];
}
