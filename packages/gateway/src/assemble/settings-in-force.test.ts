// What each part of a running gateway gets of a file in which no two settings of a kind are equal: at the start, and after a reload with
// other values. A setting that reaches the wrong part, in the wrong unit or never again after a reload, changes the digest.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { lineJson } from '../domain/text/line-json.ts';
import { silentLog } from '../observe/log.ts';
import { fillDataFolder } from '../testing/prepared-folder.ts';
import { scriptedConnector } from '../testing/scripted-platform.ts';
import { testConfig } from '../testing/test-gateway.ts';
import { expectTold } from '../testing/told/told.ts';
import { reloadCore } from './assemble.ts';
import { accountDepsOf, callDepsOf, jobDepsOf } from './calls.ts';
import { collectionKeepOf, collectionWorkOf } from './collecting.ts';
import { type Core, openCore, systemPorts } from './core.ts';
import { sellerOf } from './duties.ts';
import { publicDepsOf } from './servers.ts';
import { watchKeepOf, watchRunsOf } from './watching.ts';

/** Every number is `at` more than a number that occurs once; every text ends with `at`. */
const settingsOf = (at: number) => `
service: { public: "127.0.0.1:${8100 + at}", admin: "127.0.0.1:${8200 + at}", title: "T${at}", public_url: "https://api${at}.example", admin_url: "https://console${at}.example", show_providers: ${at === 0}, pictures: ${at === 0 ? 'proxy' : '"off"'}, trust_proxy: [10.0.0.${at}], cors: { origins: ["https://page${at}.example"] } }
platforms: { library: [library], one: [first, second], two: [second] }
providers:
  library: { connector: library }
  first: { connector: scripted, cost: "0.00${11 + at}", timeout_ms: ${5100 + at}, requests_per_second: ${31 + at}, in_flight_max: ${41 + at}, user_agent: "A${at}", quota: { units: ${60_000 + at}, per: month, cost: { search: ${7 + at} } }, allow_private: ${at === 0}, send_traceparent: ${at === 0}, keep_alive: ${at === 0} }
  second: { connector: scripted, cost: "0.00${21 + at}", timeout_ms: ${5200 + at}, quota: { units: ${70_000 + at}, per: day } }
limits:
  rate: { requests: ${1100 + at}, per_seconds: ${110 + at}, concurrent: ${120 + at} }
  free: { requests: ${1200 + at}, per_seconds: ${130 + at}, concurrent: ${140 + at} }
  misses: { requests: ${1300 + at}, per_seconds: ${150 + at} }
  account:
    reads: { requests: ${1400 + at}, per_seconds: ${160 + at}, concurrent: ${170 + at} }
    writes: { requests: ${1500 + at}, per_seconds: ${180 + at} }
    webhook_tests: { requests: ${1600 + at}, per_seconds: ${190 + at} }
  unread: { key_bytes: ${70_000 + at}, process_bytes: ${80_000 + at} }
  keyword_chars_max: ${210 + at}
  key_check: { requests: ${1700 + at}, per_seconds: ${220 + at} }
gathering:
  enabled: ${at === 0}
  provider_share: 0.${31 + at}
  at_once: ${22 + 2 * at}
  except: { platforms: [two], accounts: [acc_${at}] }
  collections: { running_max: ${33 + at}, kept_max: ${44 + at}, keep_days: ${55 + at} }
  watches: { max: ${66 + at}, keep_days: ${77 + at}, every_min_minutes: ${88 + at} }
answers: { keep_seconds: ${3600 + at} }
complaints: { allowance_per_month: "0.${51 + at}", automatic_per_day: ${61 + at} }
events: { low_balance: "0.${71 + at}", keep_days: ${81 + at} }
webhooks: { enabled: ${at === 0}, per_account_max: ${9 + at}, allow_private: ${at !== 0} }
payments: { min: "0.${91 + at}", max: "${93 + at}", manual: { instructions: "Pay ${at} {reference}." } }
statements: { seller: "S${at}", address: "Way ${at}", tax_id: "I${at}", tax_note: "N${at}" }
signup: { mode: ${at === 0 ? 'open' : 'invite'}, credit: "0.${41 + at}", credit_days: ${43 + at}, per_day_max: ${45 + at} }
retention: { usage_months: ${47 + at} }
cache: { fresh_seconds: ${230 + at}, stale_if_error_seconds: ${240 + at}, price_factor: 0.${61 + at}, bytes_max: ${9_000_000 + at}, timeout_ms: ${250 + at}, routes: [{ path: "/api/*/v1/one/app/search_video", fresh_seconds: ${260 + at} }] }
all: { soft_deadline_ms: ${1800 + at}, hard_deadline_ms: ${1900 + at}, weights: { one: 0.${81 + at} } }
mcp: { enabled: ${at === 0}, tools: ${at === 0 ? 'short' : 'all'}, confirm_above: "0.${97 + at}" }
portal: { hosts: [portal${at}.example], own_keys: ${at === 0}, keys_max: ${270 + at} }
console: { hosts: [desk${at}.example] }
pricing: { public: ${at === 0} }
status: { public: ${at !== 0} }
observe: { call_log: "off", log_successes: 0.${11 + at}, log_keywords: ${at === 0}, keep_questions: ${at !== 0}, question_days: ${57 + at}, trace_share: 0.${21 + at}, slow_ms: ${2900 + at} }
log: { level: ${at === 0 ? 'warn' : 'error'} }
`;

let folder: string;
let core: Core;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'reelgate-settings-'));
  await fillDataFolder(folder);
  const ports = {
    ...systemPorts,
    log: silentLog,
    connectors: [...systemPorts.connectors, scriptedConnector],
  };
  core = await openCore(testConfig(folder, settingsOf(0)), ports);
});
afterAll(async () => {
  await Promise.all([core.http.close(), core.webhookHttp.close(), core.pictures.close()]);
  await core.library.close();
  await core.storage.close();
  rmSync(folder, { recursive: true, force: true });
});

const SEARCH = '/api/u1/v1/one/app/search_video';

/** Made once, as in a serving gateway: a part that keeps what it was made with shows it after a reload. */
function partsOf() {
  const calls = callDepsOf(core);
  return {
    calls,
    jobs: jobDepsOf(core),
    account: accountDepsOf(core),
    server: publicDepsOf(core, () => false),
    collections: collectionWorkOf(core, calls),
    watches: watchRunsOf(core, () => calls),
  };
}

type Parts = ReturnType<typeof partsOf>;

const workOf = (work: Parts['collections'] | Parts['watches']) => ({
  isOn: work.isOn(),
  atOnceMax: work.atOnceMax,
  perPartyMax: work.perPartyMax,
});

function callsNow({ calls }: Parts) {
  const { platforms, addressBook: _, mounts: __, answerForm, cacheFor, ...settings } = calls.settings();
  const asked = [...platforms].map(([platform, all]) => [
    platform,
    all.map(({ connector, ...by }) => ({ ...by, connector: connector.name })),
  ]);
  return {
    ...settings,
    platforms: Object.fromEntries(asked),
    answerFormChars: answerForm.length,
    cacheOfRoute: cacheFor(SEARCH),
    cacheElsewhere: cacheFor(`${SEARCH}_v2`),
  };
}

function jobsNow({ jobs }: Parts) {
  return {
    keepAnswersMs: jobs.keepAnswersMs(),
    keepQuestionsMs: jobs.keepQuestionsMs(),
    keepUsageMonths: jobs.keepUsageMonths(),
    keepEventsMs: jobs.keepEventsMs(),
    lowBalanceMicros: jobs.lowBalanceMicros(),
    watchKeep: jobs.watchKeep(),
    watchKeepOf: watchKeepOf(core),
    collectionKeep: collectionKeepOf(core.live)('one'),
    seller: sellerOf(core),
  };
}

function accountNow({ account }: Parts) {
  const { collecting, watching } = account;
  return {
    complaintBounds: account.complaintBounds(),
    ownKeys: account.ownKeys(),
    signup: account.signup(),
    currency: account.currency,
    confirmAbove: account.confirmAbove(),
    showsProviders: account.showsProviders(),
    webhookRules: account.webhookRules(),
    publicUrl: account.publicUrl(),
    payments: account.payments?.bounds,
    platforms: account.platformHealth(),
    routes: account.routes().length,
    collections: { rules: collecting.rules(), keep: collecting.keep('one') },
    refusals: ['acc_0', 'acc_1', 'acc_2'].map((id) =>
      ['one', 'two'].map((platform) => collecting.refusal(id, platform)?.detail),
    ),
    watches: { rules: watching.rules(), quotas: watching.quotas('one', 'video.search') },
  };
}

function serverNow({ server }: Parts) {
  return {
    serviceName: server.serviceName,
    title: server.title(),
    trustProxy: server.trustProxy,
    unread: server.unread(),
    keyCheckLimit: server.keyCheckLimit,
    visitLimits: server.visitLimits(),
    corsOrigins: server.corsOrigins?.(),
    pricingPublic: server.pricingPublic,
    statusPublic: server.statusPublic,
    mcp: server.mcp?.(),
    urls: [server.publicUrl?.(), server.statedUrl?.(), core.live.consoleUrl],
    portal: server.portalNames.hosts(),
    console: core.live.consoleHosts,
  };
}

const inForce = (parts: Parts) => ({
  calls: callsNow(parts),
  jobs: jobsNow(parts),
  account: accountNow(parts),
  server: serverNow(parts),
  works: { collections: workOf(parts.collections), watches: workOf(parts.watches) },
  providers: core.live.providers(),
});

test('every part has the values of the file, in its own unit, and those of a reload where no restart is needed', async () => {
  const parts = partsOf();
  const started = inForce(parts);
  const { needsRestart, needsApply } = reloadCore(core, testConfig(folder, settingsOf(1)));
  const reloaded = { needsRestart, needsApply, ...inForce(parts) };
  const text = lineJson({ started, reloaded }, 4)
    .replaceAll(folder, 'FOLDER')
    .replaceAll(/Reelgate\/\d+\.\d+/g, 'Reelgate/VERSION');
  expectTold({ by: import.meta.filename, name: 'settings', text: `${text}\n`, begins: /^ {2}"/ });
});
