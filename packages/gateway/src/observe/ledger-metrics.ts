// Owns the figures of the ledger that `/metrics` shows: what is held, what was given back, when it was added up and backed up last. They are the
// same on every node, so several processes show one of them and never a sum.
import { Gauge, type Registry } from '@prometheus-io/client';

/** As somebody read it a moment ago; a time is null when it has never happened. */
export interface LedgerFigures {
  heldMicros: number;
  balanceMicros: number;
  /** Of this UTC day. */
  refundedMicros: number;
  /** Of this UTC day. */
  rechargesDeclined: number;
  /** Of webhooks that are not disabled. */
  eventsUndelivered: number;
  /** How long the oldest of them has waited; 0 when there is none. */
  undeliveredMs: number;
  verifiedAtMs: number | null;
  /** 0 as long as nobody has looked. */
  differences: number;
  backedUpAtMs: number | null;
  drilledAtMs: number | null;
  /** 0 as long as nobody has tried. */
  drillMs: number;
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
    help: 'Money held for calls that run, in millionths of the currency.',
    of: ({ heldMicros }) => heldMicros,
  },
  {
    name: 'reelgate_ledger_balance_micros',
    help: 'Balances of all accounts together, in millionths of the currency.',
    of: ({ balanceMicros }) => balanceMicros,
  },
  {
    name: 'reelgate_ledger_refunded_today_micros',
    help: 'Refunds of this UTC day, in millionths of the currency.',
    of: ({ refundedMicros }) => refundedMicros,
  },
  {
    name: 'reelgate_ledger_recharges_declined_today',
    help: 'Recharges of this UTC day whose payment was declined.',
    of: ({ rechargesDeclined }) => rechargesDeclined,
  },
  {
    name: 'reelgate_ledger_events_undelivered',
    help: 'Events that a webhook has not taken yet, of all webhooks together but those that are disabled.',
    of: ({ eventsUndelivered }) => eventsUndelivered,
  },
  {
    name: 'reelgate_ledger_event_undelivered_age_seconds',
    help: 'How long the oldest of them has waited; 0 when there is none.',
    of: ({ undeliveredMs }) => secondsOf(undeliveredMs),
  },
  {
    name: 'reelgate_ledger_verified_timestamp_seconds',
    help: 'When the ledger was last added up; 0 when it never was.',
    of: ({ verifiedAtMs }) => secondsOf(verifiedAtMs),
  },
  {
    name: 'reelgate_ledger_differences',
    help: 'Differences that the last check of the ledger found.',
    of: ({ differences }) => differences,
  },
  {
    name: 'reelgate_backup_timestamp_seconds',
    help: 'When the ledger was last backed up; 0 when it never was.',
    of: ({ backedUpAtMs }) => secondsOf(backedUpAtMs),
  },
  {
    name: 'reelgate_drill_timestamp_seconds',
    help: 'When a backup was last restored elsewhere and added up, for practice; 0 when it never was.',
    of: ({ drilledAtMs }) => secondsOf(drilledAtMs),
  },
  {
    name: 'reelgate_drill_duration_seconds',
    help: 'How long that took, from the beginning of the backup to the end of the check.',
    of: ({ drillMs }) => drillMs / 1_000,
  },
];

/** Read when somebody looks. Nothing is shown until the ledger was read for the first time. */
export function registerLedgerMetrics(registry: Registry, figures: () => LedgerFigures | null): void {
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
