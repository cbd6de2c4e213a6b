// Checks what a connector needs from its providers: a base URL, a token, known option names, and the platforms it can
// serve. Checked at the start, because a provider that lacks one would fail every call.
import type { OperationName } from '../connectors/connector.ts';
import { type Located, placeAt } from './document.ts';
import { type ConfigProblem, quote, suggestion } from './problem.ts';
import type { Settings } from './schema.ts';

export interface ConnectorNeeds {
  name: string;
  /** null: a platform of any name. */
  platforms: readonly string[] | null;
  baseUrl: boolean;
  token: boolean;
  options: readonly string[];
  /** The operations that it has. */
  operations: readonly OperationName[];
  /** Its records are made up; absent for no. */
  isMadeUp?: boolean;
  /** Operations that it has only on some platforms: operation → platforms. */
  onlyOn?: Partial<Record<OperationName, readonly string[]>>;
}

interface Place {
  tree: Located;
  provider: string;
}

export function checkNeeds(
  settings: Settings,
  tree: Located,
  connectors: readonly ConnectorNeeds[],
): ConfigProblem[] {
  const needsOf = new Map(connectors.map((needs) => [needs.name, needs]));
  return Object.entries(settings.providers).flatMap(([provider, given]) => {
    const needs = needsOf.get(given.connector);
    if (needs === undefined) return [];
    const place = { tree, provider };
    return [
      ...checkCredentials(given, needs, place),
      ...checkOptions(given, needs, place),
      ...checkServed(settings, needs, place),
    ];
  });
}

type Given = Settings['providers'][string];

function checkCredentials(given: Given, needs: ConnectorNeeds, { tree, provider }: Place): ConfigProblem[] {
  const path = ['providers', provider];
  const lacks = (setting: string) => ({
    ...placeAt(tree, path),
    path: path.join('.'),
    text: `the connector ${quote(needs.name)} needs a ${setting}`,
  });
  return [
    ...(needs.baseUrl && given.base_url === undefined ? [lacks('base_url')] : []),
    ...(needs.token && given.token === undefined ? [lacks('token')] : []),
  ];
}

function checkOptions(given: Given, needs: ConnectorNeeds, { tree, provider }: Place): ConfigProblem[] {
  return Object.keys(given.options)
    .filter((option) => !needs.options.includes(option))
    .map((option) => {
      const path = ['providers', provider, 'options', option];
      const text = `the connector ${quote(needs.name)} has no such option${suggestion(option, needs.options)}`;
      return { ...placeAt(tree, path), path: path.join('.'), text };
    });
}

function checkServed(settings: Settings, needs: ConnectorNeeds, { tree, provider }: Place): ConfigProblem[] {
  const { platforms } = needs;
  if (platforms === null) return [];
  return Object.entries(settings.platforms)
    .filter(([platform, names]) => names.includes(provider) && !platforms.includes(platform))
    .map(([platform]) => {
      const text = `the connector ${quote(needs.name)} serves only ${platforms.join(', ')}`;
      return { ...placeAt(tree, ['platforms', platform]), path: `platforms.${platform}`, text };
    });
}
