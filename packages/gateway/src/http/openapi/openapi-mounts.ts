// Documents the operations of a mount: input as the upstream's own document describes it, at the gateway's paths. The
// form of the answer is not promised, because it is passed on unread.
import { type Mount, type MountedRoute, mountPath } from '../../mounts/mount.ts';
import type { Parameter } from '../../mounts/operation.ts';
import { CALL_CODES } from '../answers/call-codes.ts';
import type { JsonSchema } from '../requests/schema.ts';
import { codesOf, type DocumentedRoute, withPriceParameters } from './openapi-route.ts';

const MOUNT_TAG = 'Mount: ';

const NOT_HERE = new Set(['INVALID_CURSOR', 'PLATFORM_NOT_FOUND']);

/** How texts of a mount are shown to callers: null for unchanged, or a function that removes the upstream's names. */
export type MountTexts = (mount: Mount) => ((text: string) => string) | null;

export function mountRoutes(mounts: readonly Mount[], texts: MountTexts): DocumentedRoute[] {
  return mounts.flatMap((mount) =>
    mount.routes.map((route) => {
      const { summary, description, params, query, body, ...rest } = documentRoute(route);
      return { ...rest, ...readable({ summary, description, params, query, body }, texts(mount)) };
    }),
  );
}

function readable<T>(part: T, text: ((text: string) => string) | null): T {
  return text === null ? part : (JSON.parse(text(JSON.stringify(part))) as T);
}

/** The schemas that those routes refer to, by their name in the document. */
export function mountSchemas(mounts: readonly Mount[], texts: MountTexts): [string, JsonSchema][] {
  return mounts.flatMap((mount) => {
    const defs = mount.routes.flatMap(({ of }) => Object.entries(mount.defs(of)));
    return [...new Map(defs)].map(([name, schema]): [string, JsonSchema] => [
      schemaName(mount, name),
      readable(shown(mount, schema), texts(mount)),
    ]);
  });
}

export function tagText(mounts: readonly Mount[], tag: string, texts: MountTexts): string | null {
  const mount = mounts.find((one) => tagOf(one) === tag);
  if (mount === undefined) return null;
  return `${readable(mount.title, texts(mount))}, passed through unchanged under \`${mountPath(mount.settings)}\`. Only 2xx answers are charged. A query parameter that is not listed gives 400 and costs nothing.`;
}

const tagOf = ({ settings }: Mount) => `${MOUNT_TAG}${settings.group} ${settings.name}`;
const schemaName = ({ settings }: Mount, name: string) => `${settings.group}.${settings.name}.${name}`;

/** References to the mount's own schemas become references in the whole document. */
function shown(mount: Mount, schema: unknown): JsonSchema {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' && value.startsWith('#/$defs/')
      ? `#/components/schemas/${schemaName(mount, value.slice('#/$defs/'.length))}`
      : value,
  );
  const copy = JSON.parse(text) as JsonSchema | boolean;
  return typeof copy === 'boolean' ? {} : copy;
}

function fields({ of, mount }: MountedRoute, place: Parameter['place']): JsonSchema {
  const own = of.parameters.filter((parameter) => parameter.place === place);
  return {
    type: 'object',
    required: own.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(own.map((parameter) => [parameter.name, field(mount, parameter)])),
  };
}

function field(mount: Mount, { schema, description, list }: Parameter): JsonSchema {
  return {
    ...shown(mount, schema.schema),
    ...(description !== null && { description }),
    ...(list === 'commas' && { explode: false }),
  };
}

/** Path parameters under the names that the gateway uses. */
function pathFields(route: MountedRoute): JsonSchema {
  const { properties = {}, required = [], ...rest } = fields(route, 'path');
  const plain = (name: string) => name.replace(/[^\w-]/g, '_');
  const renamed = Object.entries(properties).map(([name, schema]) => [plain(name), schema]);
  return { ...rest, required: required.map(plain), properties: Object.fromEntries(renamed) };
}

function documentRoute(route: MountedRoute): DocumentedRoute {
  const { of, mount, method, path } = route;
  const body = of.body === null ? null : shown(mount, of.body.schema.schema);
  return {
    method,
    path,
    operationId: route.operation,
    summary: of.summary ?? `${of.method} ${of.path}`,
    description: of.description ?? '',
    tag: tagOf(mount),
    access: 'key',
    params: pathFields(route),
    query: withPriceParameters(fields(route, 'query')),
    isBilled: true,
    body,
    isBodyRequired: of.body?.required === true,
    answer: {
      status: 200,
      description: "The upstream's own answer; any other 2xx status is passed on as well.",
      content: { '*/*': {} },
      headers: ['RequestId', 'Charged', 'Balance', 'Replayed', 'RateLimitPolicy', 'RateLimit'],
    },
    codes: codesOf({
      access: 'key',
      hasInput: true,
      hasBody: body !== null,
      more: [...CALL_CODES.filter((code) => !NOT_HERE.has(code)), 'NOT_FOUND', 'CONFLICT'],
    }),
  };
}
