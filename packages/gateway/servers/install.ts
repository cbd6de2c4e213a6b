// Installs the servers that are missing from Debian's packages, as root only. Debian's own services stay off: the tests start each server
// themselves. What cannot be installed is said aloud, and its tests are skipped.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { missingServers, SERVERS, type ServerName } from './programs.ts';

/** Debian asks this program before it starts a service; 101 means "no". */
const POLICY_FILE = '/usr/sbin/policy-rc.d';
const POLICY = '#!/bin/sh\nexit 101\n';
/** A minute over a good line. */
const APT_MS_MAX = 600_000;

function apt(...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, stdout, stderr } = spawnSync('apt-get', args, {
    env,
    encoding: 'utf8',
    timeout: APT_MS_MAX,
  });
  if (status !== 0) console.warn(`apt-get ${args[0]} failed: ${stdout}${stderr}`.slice(-2_000));
  return status === 0;
}

function isOffered(name: string): boolean {
  const { stdout } = spawnSync('apt-cache', ['policy', name], { encoding: 'utf8' });
  return /Candidate: (?!\(none\))/.test(stdout);
}

const packagesOf = (name: ServerName) => SERVERS[name].packages.find((list) => list.every(isOffered)) ?? [];

function withServicesOff(work: () => unknown): void {
  const isOurs = !existsSync(POLICY_FILE);
  if (isOurs) writeFileSync(POLICY_FILE, POLICY, { mode: 0o755 });
  try {
    work();
  } finally {
    if (isOurs) rmSync(POLICY_FILE);
  }
}

function reasonAgainst(): string | null {
  if (process.getuid?.() !== 0) return 'only root can install packages';
  if (spawnSync('apt-get', ['--version']).status !== 0) return 'there is no apt-get';
  return apt('update', '-qq') ? null : 'the lists of packages could not be read';
}

/** Leaves servers that are there as they are, whatever their version. */
export function installServers(): void {
  const wanted = missingServers();
  if (wanted.length === 0) return;
  const reason = reasonAgainst();
  const packages = reason === null ? wanted.flatMap(packagesOf) : [];
  if (reason !== null) console.warn(`Not installed: ${wanted.join(', ')}: ${reason}.`);
  if (packages.length > 0)
    withServicesOff(() => apt('install', '-y', '-qq', '--no-install-recommends', ...packages));
}
