// The metrics of the ledger: what is held, what was refunded, when it was last verified and backed up. They are the
// same on every node, so several processes show the maximum and never a sum.
import { Gauge, type Registry } from '@prometheus-io/client';
import { DUTY_KINDS, type DutyKind } from '../domain/gathering/duty.ts';

/** As read a moment ago. A time is null when it has never happened. */
export interface LedgerFigures {
  heldMicros: number;
  balanceMicros: number;
  /** Of the current UTC day. */
  refundedMicros: number;
  /** Of the current UTC day. */
  rechargesDeclined: number;
  /** Events that webhooks have not accepted yet; disabled webhooks do not count. */
  eventsUndelivered: number;
  /** Age of the oldest of them; 0 when there is none. */
  undeliveredMs: number;
  verifiedAtMs: number | null;
  /** 0 until the first check. */
  differences: number;
  backedUpAtMs: number | null;
  archivedAtMs: number | null;
  drilledAtMs: number | null;
  /** Duration of the last drill; 0 until the first one. */
  drillMs: number;
  /** Work that is due, by kind. */
  duties: Record<DutyKind, DutyCounts>;
}

interface DutyCounts {
  due: number;
  /** Due for more than a minute, and no node works on it. */
  late: number;
  /** Whose last try failed. */
  failing: number;
}

interface Figure {
  name: string;
  help: string;
  of(figures: LedgerFigures): number;
}

const secondsOf = (ms: number | null) => (ms === null ? 0 : ms / 1_000);

const FIGURES: Figure[] = [
  {
    name: 'reelgate_ledger_held_micros',
    help: 'Money held for running calls, in millionths of the currency.',
    of: ({ heldMicros }) => heldMicros,
  },
  {
    name: 'reelgate_ledger_balance_micros',
    help: 'Sum of the balances of all accounts, in millionths of the currency.',
    of: ({ balanceMicros }) => balanceMicros,
  },
  {
    name: 'reelgate_ledger_refunded_today_micros',
    help: 'Refunds of the current UTC day, in millionths of the currency.',
    of: ({ refundedMicros }) => refundedMicros,
  },
  {
    name: 'reelgate_ledger_recharges_declined_today',
    help: 'Recharges of the current UTC day whose payment was declined.',
    of: ({ rechargesDeclined }) => rechargesDeclined,
  },
  {
    name: 'reelgate_ledger_events_undelivered',
    help: 'Events that webhooks have not accepted yet, over all webhooks that are not disabled.',
    of: ({ eventsUndelivered }) => eventsUndelivered,
  },
  {
    name: 'reelgate_ledger_event_undelivered_age_seconds',
    help: 'Age of the oldest undelivered event, in seconds; 0 when there is none.',
    of: ({ undeliveredMs }) => secondsOf(undeliveredMs),
  },
  {
    name: 'reelgate_ledger_verified_timestamp_seconds',
    help: 'When the ledger was last verified, as Unix time; 0 when it never was.',
    of: ({ verifiedAtMs }) => secondsOf(verifiedAtMs),
  },
  {
    name: 'reelgate_ledger_differences',
    help: 'Differences that the last verification of the ledger found.',
    of: ({ differences }) => differences,
  },
  {
    name: 'reelgate_backup_timestamp_seconds',
    help: 'When the ledger was last backed up, as Unix time; 0 when it never was.',
    of: ({ backedUpAtMs }) => secondsOf(backedUpAtMs),
  },
  {
    name: 'reelgate_archive_timestamp_seconds',
    help: 'When the archive last had every entry of the ledger, as Unix time; 0 where there is none.',
    of: ({ archivedAtMs }) => secondsOf(archivedAtMs),
  },
  {
    name: 'reelgate_drill_timestamp_seconds',
    help: 'When a backup was last restored and verified in a drill, as Unix time; 0 when it never was.',
    of: ({ drilledAtMs }) => secondsOf(drilledAtMs),
  },
  {
    name: 'reelgate_drill_duration_seconds',
    help: 'How many seconds the last drill took, from the start of the backup to the end of the verification.',
    of: ({ drillMs }) => drillMs / 1_000,
  },
];

const DUTY_FIGURES: Record<keyof DutyCounts, string> = {
  due: 'Work that is due and that no node works on, by kind.',
  late: 'Work that has been due for more than a minute and that no node works on, by kind.',
  failing: 'Work whose last try failed and that will be tried again, by kind.',
};

function registerDutyMetrics(registry: Registry, figures: () => LedgerFigures | null): void {
  for (const [count, help] of Object.entries(DUTY_FIGURES) as [keyof DutyCounts, string][]) {
    new Gauge({
      name: `reelgate_duties_${count}`,
      help,
      labelNames: ['kind'],
      aggregator: 'max',
      registers: [registry],
      collect() {
        const duties = figures()?.duties;
        if (duties !== undefined) for (const kind of DUTY_KINDS) this.set({ kind }, duties[kind][count]);
      },
    });
  }
}

/** Read at each scrape. Nothing is shown until the ledger was read for the first time. */
export function registerLedgerMetrics(registry: Registry, figures: () => LedgerFigures | null): void {
  registerDutyMetrics(registry, figures);
  for (const { name, help, of } of FIGURES) {
    new Gauge({
      name,
      help,
      aggregator: 'max',
      registers: [registry],
      collect() {
        const now = figures();
        if (now === null) this.remove();
        else this.set(of(now));
      },
    });
  }
}
