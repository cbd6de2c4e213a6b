// Measures mounts against their promises: a document of a thousand operations is mounted in under a second, and finding one of its routes
// costs a request no more than finding the only one. Exits non-zero when one is missed.
// Run: node bench/mounts.ts [--operations 1000]
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
import { isFailure } from '../packages/gateway/src/domain/failure.ts';
import { toMicros } from '../packages/gateway/src/domain/money.ts';
import { buildOpenApi } from '../packages/gateway/src/http/openapi.ts';
import { isProblem } from '../packages/gateway/src/mounts/document.ts';
import { createMount, type Mount, type MountSettings } from '../packages/gateway/src/mounts/mount.ts';
import { mountPrices } from '../packages/gateway/src/mounts/prices.ts';
import { readInput } from '../packages/gateway/src/mounts/read-input.ts';
import { RouteMap } from '../packages/gateway/src/mounts/route-map.ts';

const MOUNT_MS_MAX = 1_000;
const FIND_US_MAX = 20; // Less than a hundredth of the fastest call.
const FINDS = 200_000;

const SETTINGS: MountSettings = {
  group: 'u2',
  name: 'big',
  provider: 'p',
  unitPriceMicros: toMicros(3_000),
  operations: {},
  gets: [],
  credential: null,
  success: null,
};

/** Operations like published ones: some parameters, half of them with a body that refers to other schemas. */
function makeDocument(operations: number): object {
  const text = { type: 'string', description: 'Some words about this field, as documents have them.' };
  const schemas: Record<string, object> = {};
  const paths: Record<string, object> = {};
  for (let i = 0; i < operations; i++) {
    const fields = Array.from({ length: 12 }, (_, n) => [
      `field_${n}`,
      n % 3 ? text : { type: 'integer', minimum: 0 },
    ]);
    const next = { $ref: `#/components/schemas/Record${(i + 1) % operations}` };
    const properties = { ...Object.fromEntries(fields), ...(i % 5 !== 0 && { next }) };
    schemas[`Record${i}`] = { type: 'object', required: ['field_1'], properties };
    const parameters = [
      { name: 'id', in: 'path', required: true, schema: text },
      { name: 'keyword', in: 'query', required: true, schema: { ...text, minLength: 1 } },
      { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } },
    ];
    const content = { 'application/json': { schema: { $ref: `#/components/schemas/Record${i}` } } };
    const operation = { operationId: `op${i}`, summary: `Operation ${i}`, parameters };
    paths[`/platform${i % 40}/thing${i}/{id}`] =
      i % 2 === 0 ? { get: operation } : { post: { ...operation, requestBody: { content } } };
  }
  return { openapi: '3.0.3', info: { title: 'Big', version: '1' }, paths, components: { schemas } };
}

function timed<T>(work: () => T): { result: T; ms: number } {
  const began = performance.now();
  const result = work();
  return { result, ms: performance.now() - began };
}

function mountText(text: string): Mount {
  const ids = [...text.matchAll(/operationId"?:\s*"?(op\d+)/g)].map(([, id]) => id!);
  const named = Object.fromEntries(ids.map((id) => [id, { unitPriceMicros: null, enabled: true }]));
  const mount = createMount({ ...SETTINGS, operations: named }, text, '');
  if (isProblem(mount)) throw new Error(mount.problem);
  return mount;
}

function findUs(mount: Mount): number {
  const map = new RouteMap([mount]);
  const paths = mount.routes.map(({ path }) => path.replace('{id}', '42'));
  const { ms } = timed(() => {
    for (let i = 0; i < FINDS; i++) {
      const at = i % paths.length;
      if (map.find(mount.routes[at]!.method, paths[at]!).kind !== 'route') throw new Error('a route is lost');
    }
  });
  return (ms * 1_000) / FINDS;
}

function checkUs(mount: Mount): { first: number; later: number } {
  const route = mount.routes[0]!;
  const query = [['keyword', 'cat'] as const, ['page', '2'] as const];
  const check = () => isFailure(readInput(route, { segments: ['', '', '42'], query, body: null }));
  const first = timed(check).ms * 1_000;
  const { ms } = timed(() => {
    for (let i = 0; i < FINDS; i++) check();
  });
  return { first, later: (ms * 1_000) / FINDS };
}

const { values } = parseArgs({ options: { operations: { type: 'string', default: '1000' } } });
const document = makeDocument(Number(values.operations));
const json = JSON.stringify(document);
const yaml = stringify(document, { aliasDuplicateObjects: false });
const fromJson = timed(() => mountText(json));
const fromYaml = timed(() => mountText(yaml));
const mount = fromJson.result;
const map = timed(() => new RouteMap([mount]));
const reference = timed(() => JSON.stringify(buildOpenApi('reelgate', { mounts: [mount] })));
const [many, one] = [findUs(mount), findUs(mountText(JSON.stringify(makeDocument(1))))];
const check = checkUs(mount);

const mountMs = fromJson.ms + map.ms;
console.log(
  `${mount.routes.length} operations, ${(json.length / 1e6).toFixed(1)} MB of JSON, ${mountPrices(mount).length} price rules`,
);
console.log(`mount from JSON      ${mountMs.toFixed(0)} ms (promised: under ${MOUNT_MS_MAX})`);
console.log(`mount from YAML      ${fromYaml.ms.toFixed(0)} ms`);
console.log(
  `reference, once      ${reference.ms.toFixed(0)} ms, ${(reference.result.length / 1e6).toFixed(1)} MB`,
);
console.log(
  `find one of ${mount.routes.length}     ${many.toFixed(2)} µs; of one ${one.toFixed(2)} µs (promised: under ${FIND_US_MAX})`,
);
console.log(`check of an input    first ${check.first.toFixed(0)} µs, then ${check.later.toFixed(2)} µs`);
console.log(`checks compiled      ${mount.compiledCount}`);
process.exitCode = mountMs < MOUNT_MS_MAX && many < FIND_US_MAX ? 0 : 1;
