// The made-up platform of an installation whose file names no platforms yet. As soon as the file names platforms, the showcase is served
// only if it is one of them.
import { toLocated } from './check.ts';
import { hasValueAt, type Located } from './document.ts';
import type { ConnectorNeeds } from './provider-needs.ts';
import { type SchemaNode, SETTINGS } from './schema.ts';

const SHOWCASE = 'showcase';
const PROVIDERS = ['showcase-north', 'showcase-south'];

/** The file's tree, with the platform and its two providers. A provider of the same name in the file stays as it is. */
export function withShowcase(tree: Located, connectors: readonly ConnectorNeeds[]): Located {
  const isThere = connectors.some(({ name }) => name === SHOWCASE);
  if (!isThere || hasValueAt(tree, ['platforms']) || !(tree.content instanceof Map)) return tree;
  const { platforms, providers } = (SETTINGS as SchemaNode).properties!;
  const given = tree.content.get('providers') ?? toLocated(providers?.default);
  // Whatever else stands there is refused by the check of the file.
  if (!(given.content instanceof Map)) return tree;
  const added = PROVIDERS.map((name) => [name, toLocated({ connector: SHOWCASE })] as const);
  const content = new Map(tree.content)
    .set('platforms', toLocated({ ...(platforms?.default as object), [SHOWCASE]: PROVIDERS }))
    .set('providers', {
      ...given,
      content: new Map([...given.content, ...added.filter(notIn(given.content))]),
    });
  return { ...tree, content };
}

const notIn =
  (given: ReadonlyMap<string, unknown>) =>
  ([name]: readonly [string, unknown]) =>
    !given.has(name);
