// Owns made-up values for the examples of the reference: the smallest honest value of each field. It is deterministic,
// so that the committed document only changes when a schema does.
import type { JsonSchema } from './schema.ts';

/** Values that say more than "string", by field name. */
const BY_NAME: Record<string, unknown> = {
  request_id: 'req_01KA3M5Z9Q8T7W6V5X4Y3Z2A1B',
  call_request_id: 'order-1842',
  keyword: '猫',
  platform: 'library',
  pcursor: 'no_more',
  end: 'exhausted',
  has_more: false,
  path: '/api/u1/v1/library/app/search_video_v2',
  operation: 'video.search',
  id: 'v1',
  title: 'Sleeping cat',
  prefix: 'rgk_live_4fG',
  name: 'acme',
};

function byType(schema: JsonSchema): unknown {
  const type = [schema.type ?? 'null'].flat()[0];
  if (type === 'integer' || type === 'number') return schema.minimum ?? 0;
  if (type === 'boolean') return false;
  if (type === 'string') return 'text';
  if (type === 'object') return {};
  return null;
}

/** A hint is used only where the schema has no opinion of its own. */
export function sampleOf(schema: JsonSchema, name = ''): unknown {
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  if (Object.hasOwn(BY_NAME, name) && schema.properties === undefined && !schema.enum?.length)
    return BY_NAME[name];
  if (schema.enum) return schema.enum.includes(BY_NAME[name]) ? BY_NAME[name] : schema.enum[0];
  if ('const' in schema) return schema.const;
  if (schema.default !== undefined) return schema.default;
  const branch = (schema.oneOf ?? schema.anyOf)?.[0];
  if (branch !== undefined) return sampleOf(branch, name);
  if (schema.items) return [sampleOf(schema.items, '')];
  if (!schema.properties) return byType(schema);
  return Object.fromEntries(
    Object.entries(schema.properties).map(([field, property]) => [field, sampleOf(property, field)]),
  );
}
