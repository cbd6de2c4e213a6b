// Reads the OpenAPI documents of the `mounts` settings at the start. So a missing or unusable document is a
// configuration error with a line number, and does not wait for the first call.
import { hash } from 'node:crypto';
import { resolve } from 'node:path';
import type { Micros } from '../domain/money.ts';
import { parseMoney } from '../domain/money.ts';
import { parseCredential } from '../mounts/credential.ts';
import { isProblem } from '../mounts/document.ts';
import { createMount, type Mount, type MountSettings, mountPath } from '../mounts/mount.ts';
import { OPENAPI_CONNECTOR } from '../mounts/openapi-connector.ts';
import { isFromVariable, type Located, placeAt } from './document.ts';
import { isPrivateByForm, parseBaseUrl } from './forms.ts';
import { type ConfigProblem, quote, suggestion } from './problem.ts';
import type { Settings } from './schema.ts';

type MountGiven = Settings['mounts'][number];

interface MountsInput {
  settings: Settings;
  tree: Located;
  /** Relative paths are resolved against this folder. */
  folder: string;
  /** The text of a file, or why it cannot be read. */
  read(path: string): string | { problem: string };
}

/** Checks what can be checked without opening a document. */
export function checkMounts({ settings, tree }: Pick<MountsInput, 'settings' | 'tree'>): ConfigProblem[] {
  return settings.mounts.flatMap((given, i) => {
    const wrong = faultOf(settings, given, i);
    if (wrong === null) return [];
    const place = ['mounts', i, wrong.setting];
    const text = isFromVariable(tree, place) ? wrong.plain : wrong.text;
    return [{ ...placeAt(tree, place), path: `mounts[${i}].${wrong.setting}`, text }];
  });
}

interface Fault {
  setting: keyof MountGiven;
  text: string;
  /** The same text without a value that came from the environment. */
  plain: string;
}

function faultOf({ providers, platforms, mounts }: Settings, given: MountGiven, i: number): Fault | null {
  const { name, group, provider, success_field, success_values } = given;
  const fault = (setting: Fault['setting'], text: string, plain = text) => ({ setting, text, plain });
  if (Object.hasOwn(platforms, name))
    return fault(
      'name',
      `a platform is already called ${quote(name)}; choose another name`,
      'a platform already has this name; choose another',
    );
  if (mounts.findIndex((other) => other.name === name && other.group === group) < i) {
    return fault(
      'name',
      `${group} already has a mount ${quote(name)}; choose another name`,
      'another mount already has this name; choose another',
    );
  }
  if (!Object.hasOwn(providers, provider)) {
    const hint = suggestion(provider, Object.keys(providers));
    return fault(
      'provider',
      `no provider ${quote(provider)} is defined${hint}`,
      'no such provider is defined',
    );
  }
  if (success_field !== undefined && success_values.length === 0)
    return fault('success_field', 'needs success_values');
  return success_field === undefined && success_values.length > 0
    ? fault('success_values', 'needs success_field')
    : null;
}

export function readMounts(input: MountsInput): { mounts: Mount[]; problems: ConfigProblem[] } {
  const read = input.settings.mounts.map((given, i) => readMount(input, given, i));
  return {
    mounts: read.filter((one): one is Mount => !isProblem(one)),
    problems: read.filter((one): one is ConfigProblem & { problem: string } => isProblem(one)),
  };
}

function readMount(
  input: MountsInput,
  given: MountGiven,
  i: number,
): Mount | (ConfigProblem & { problem: string }) {
  const fail = (problem: string) => ({
    problem,
    ...placeAt(input.tree, ['mounts', i, 'openapi']),
    path: `mounts[${i}].openapi`,
    text: problem,
  });
  const text = input.read(resolve(input.folder, given.openapi));
  if (typeof text !== 'string') return fail(text.problem);
  const mount = createMount(settingsOf(given), text, hash('sha256', text, 'hex'));
  if (isProblem(mount)) return fail(mount.problem);
  const nowhere = serverProblem(input.settings, mount);
  return nowhere === null ? mount : fail(nowhere);
}

/** A provider without a base_url uses the server that the document names. */
function serverProblem({ providers }: Settings, mount: Mount): string | null {
  const { connector, base_url, allow_private } = providers[mount.settings.provider]!;
  if (connector !== OPENAPI_CONNECTOR || base_url !== undefined) return null;
  const server = mount.server === null ? null : parseBaseUrl(mount.server);
  if (server === null)
    return `the document names no usable server; set base_url of the provider of ${mountPath(mount.settings)}`;
  const isRefused = isPrivateByForm(server) && !allow_private;
  return isRefused
    ? 'the server in the document is an IP address or this machine; set base_url and allow_private: true'
    : null;
}

function settingsOf(given: MountGiven): MountSettings {
  return {
    group: given.group,
    name: given.name,
    provider: given.provider,
    unitPriceMicros: money(given.unit_price),
    operations: Object.fromEntries(
      Object.entries(given.operations).map(([name, { unit_price, enabled }]) => [
        name,
        { unitPriceMicros: unit_price === undefined ? null : money(unit_price), enabled },
      ]),
    ),
    gets: given.gets,
    credential: given.credential === undefined ? null : parseCredential(given.credential),
    success:
      given.success_field === undefined ? null : { field: given.success_field, values: given.success_values },
  };
}

function money(text: string): Micros {
  const amount = parseMoney(text);
  if (amount === null) throw new Error('a checked price cannot be parsed');
  return amount;
}
