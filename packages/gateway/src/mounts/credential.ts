// Decides where an upstream expects its credential: as the operator says, else as the document's security schemes
// say, else as a bearer token. The credential itself is only used when a request is built.
import { type DocumentProblem, follow, isJson, isProblem, type Json } from './document.ts';

export type Credential =
  | { kind: 'none' }
  | { kind: 'bearer' }
  | { kind: 'basic' }
  | { kind: 'header'; name: string }
  | { kind: 'query'; name: string };

/** The name of a header; also safe in a query. */
const NAME = /^[A-Za-z0-9_.[\]-]{1,64}$/;

/** `none`, `bearer`, `basic`, `header:NAME` or `query:NAME`, as in the settings; null for anything else. */
export function parseCredential(text: string): Credential | null {
  if (text === 'none' || text === 'bearer' || text === 'basic') return { kind: text };
  const [kind, name = '', ...rest] = text.split(':');
  if (rest.length > 0 || !NAME.test(name)) return null;
  return kind === 'header' || kind === 'query' ? { kind, name } : null;
}

/** By the requirements of the operation, or else of the document. */
export function credentialOf(root: Json, operation: Json): Credential | DocumentProblem {
  const security = operation.security ?? root.security;
  if (!Array.isArray(security)) return { kind: 'bearer' };
  // An empty requirement means that no credential is needed; with one the answers are often better, so it is sent
  // when there is another requirement.
  const wanted = security.filter((one) => isJson(one) && Object.keys(one).length > 0) as Json[];
  if (wanted.length === 0) return { kind: 'none' };
  const found = wanted.map((requirement) => ofRequirement(root, requirement));
  return found.find((one) => !isProblem(one)) ?? found[0]!;
}

function ofRequirement(root: Json, requirement: Json): Credential | DocumentProblem {
  const names = Object.keys(requirement);
  if (names.length > 1) return { problem: 'it needs several credentials at once' };
  const components = isJson(root.components) ? root.components : {};
  const schemes = isJson(components.securitySchemes) ? components.securitySchemes : {};
  const scheme = follow(root, Object.hasOwn(schemes, names[0]!) ? schemes[names[0]!] : null);
  return isProblem(scheme) ? { problem: 'its security scheme is not in the document' } : ofScheme(scheme);
}

function ofScheme({ type, scheme, in: place, name }: Json): Credential | DocumentProblem {
  if (type === 'http' && String(scheme).toLowerCase() === 'basic') return { kind: 'basic' };
  if (type === 'http' && String(scheme).toLowerCase() === 'bearer') return { kind: 'bearer' };
  if (type === 'oauth2' || type === 'openIdConnect') return { kind: 'bearer' };
  const isNamed = type === 'apiKey' && typeof name === 'string' && NAME.test(name);
  if (isNamed && (place === 'header' || place === 'query')) return { kind: place, name };
  return { problem: 'its kind of credential is not supported' };
}

/** True when a documented parameter is the credential itself, which the caller does not send. */
export function isCredential(credential: Credential, place: unknown, name: string): boolean {
  if (credential.kind === 'query') return place === 'query' && name === credential.name;
  if (credential.kind === 'header')
    return place === 'header' && name.toLowerCase() === credential.name.toLowerCase();
  return false;
}
