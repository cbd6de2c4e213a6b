// Sends spans to a collector with OpenTelemetry's own exporter, over HTTP. The exporter is not a dependency of the
// package and is loaded only when a collector is configured. Auto-instrumentation is not used.
import type { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { TraceExporter } from './call-traces.ts';
import { type CallSpan, serverOf, spansOf } from './spans.ts';

/** With its version: without one, npm on Node 20 takes an older release, which the package does not accept beside it. */
export const EXPORTER_PACKAGE = '@opentelemetry/exporter-trace-otlp-http@0.301';

export interface OtlpSettings {
  /** Base URL of the collector; `/v1/traces` is appended. */
  url: string;
  /** For collectors that need a credential; called for every batch. */
  headers(): Readonly<Record<string, string>>;
  /** `instance`: the id of this node, which lasts as long as its process. */
  service: { name: string; version: string; instance: string };
  /** Where callers reach the gateway; read for every batch. */
  publicUrl(): string;
}

/** Timeout of one batch with its retries; the next batch waits for it. */
const SEND_TIMEOUT_MS = 10_000;

/** Numbers as OpenTelemetry defines them. */
const KINDS = { internal: 0, server: 1, client: 2 } as const;
const STATUS = { unset: 0, error: 2 } as const;
const SAMPLED = 1;
const TAKEN = 0;

type SdkSpan = Parameters<OTLPTraceExporter['export']>[0][number];

/** Rejects when the package is not installed. */
export const loadPackage = () => import('@opentelemetry/exporter-trace-otlp-http');

export async function openOtlpExporter(settings: OtlpSettings): Promise<TraceExporter> {
  const { url, headers, service, publicUrl } = settings;
  const { OTLPTraceExporter } = await loadPackage();
  const exporter = new OTLPTraceExporter({
    url: `${url}/v1/traces`,
    headers: async () => ({ ...headers() }),
    timeoutMillis: SEND_TIMEOUT_MS,
  });
  const home = homeOf(service);
  return {
    send: (calls) =>
      new Promise((resolve, reject) => {
        const server = serverOf(publicUrl());
        const spans = calls.flatMap((call) => spansOf(call, server)).map((span) => sdkSpan(span, home));
        exporter.export(spans, ({ code, error }) =>
          code === TAKEN ? resolve() : reject(error ?? new Error('the collector accepted no spans')),
        );
      }),
    close: () => exporter.shutdown(),
  };
}

type Home = Pick<SdkSpan, 'resource' | 'instrumentationScope'>;

function homeOf({ name, version, instance }: OtlpSettings['service']): Home {
  const attributes = { 'service.name': name, 'service.version': version, 'service.instance.id': instance };
  // Only the fields that the exporter reads; the SDK's resource also has methods.
  return {
    resource: { attributes } as unknown as SdkSpan['resource'],
    instrumentationScope: { name: 'reelgate', version },
  };
}

function sdkSpan(span: CallSpan, home: Home): SdkSpan {
  const { traceId, spanId, parentSpanId, startMs, endMs } = span;
  const context = (id: string) => ({ traceId, spanId: id, traceFlags: SAMPLED });
  return {
    name: span.name,
    kind: KINDS[span.kind],
    spanContext: () => context(spanId),
    ...(parentSpanId !== null && {
      parentSpanContext: { ...context(parentSpanId), isRemote: span.kind === 'server' },
    }),
    startTime: hrTime(startMs),
    endTime: hrTime(endMs),
    duration: hrTime(endMs - startMs),
    status: { code: span.isFailed ? STATUS.error : STATUS.unset },
    attributes: span.attributes,
    links: [],
    events: [],
    ended: true,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
    ...home,
  };
}

/** Seconds and nanoseconds. */
function hrTime(ms: number): [number, number] {
  const seconds = Math.floor(ms / 1_000);
  return [seconds, Math.round((ms - seconds * 1_000) * 1e6)];
}
