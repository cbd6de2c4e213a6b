// Opens what records ended calls: the log of calls and the exporter of traces. A missing exporter package refuses the
// start, so that an operator does not find out weeks later that nothing was exported.
import type { Config } from '../config/config.ts';
import type { Chance, RandomBytes } from '../domain/clock.ts';
import { type CallLog, createCallLog } from '../observe/call-log.ts';
import { CallTraces, type TraceExporter } from '../observe/call-traces.ts';
import type { Log } from '../observe/log.ts';
import type { Metrics } from '../observe/metrics.ts';
import { packageVersion } from '../process/package-version.ts';
import { StartRefused } from '../process/start-refused.ts';
import type { LiveSettings } from './live-settings.ts';

interface Observers {
  callLog: CallLog;
  traces: CallTraces;
}

interface ObserverDeps {
  config: Config;
  live: Pick<LiveSettings, 'config' | 'publicUrl'>;
  ports: { chance: Chance; random: RandomBytes };
  log: Log;
  metrics: Metrics;
  /** The id of this node. */
  node: string;
}

export async function openObservers(deps: ObserverDeps): Promise<Observers> {
  const { config, live, log, metrics } = deps;
  const { chance, random } = deps.ports;
  const observe = () => live.config.observe;
  const exporter = await openExporter(deps);
  const traces = new CallTraces({
    exporter,
    share: () => observe().traceShare,
    slowMs: () => observe().slowMs,
    random,
    chance,
  });
  const callLog = createCallLog({
    to: config.observe.callLog,
    successes: () => observe().logSuccesses,
    log,
    chance,
  });
  metrics.watchDropped('call_lines', () => callLog.dropped);
  metrics.watchDropped('traces', () => traces.dropped);
  return { callLog, traces };
}

async function openExporter({
  config: { observe, service },
  live,
  node,
}: ObserverDeps): Promise<TraceExporter | null> {
  if (observe.otlp === null) return null;
  const { openOtlpExporter } = await loadExporter();
  return openOtlpExporter({
    url: observe.otlp,
    headers: () => live.config.observe.otlpHeaders,
    service: { name: service.name, version: packageVersion(), instance: node },
    publicUrl: () => live.publicUrl,
  });
}

/** Sends an empty batch. Rejects with the reason when the collector does not take it. */
export async function pingCollector({ observe, service }: Config): Promise<void> {
  const { openOtlpExporter } = await loadExporter();
  const exporter = await openOtlpExporter({
    url: observe.otlp!,
    headers: () => observe.otlpHeaders,
    service: { name: service.name, version: packageVersion(), instance: 'doctor' },
    publicUrl: () => service.publicUrl,
  });
  try {
    await exporter.send([]);
  } finally {
    await exporter.close();
  }
}

/** The module that loads the exporter's package. */
export async function loadExporter(): Promise<typeof import('../observe/otlp-exporter.ts')> {
  const exporter = await import('../observe/otlp-exporter.ts');
  try {
    await exporter.loadPackage();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new StartRefused(
      `observe.otlp needs a package that is not installed: npm install ${exporter.EXPORTER_PACKAGE}`,
    );
  }
  return exporter;
}
