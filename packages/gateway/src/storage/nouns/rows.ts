// Reads domain objects from database rows, for types that several nouns use. Columns have the same names in both databases. The schemas
// are strict, so the casts here state what the database has already checked.

import type { Group } from '../../domain/access/key.ts';
import type { Entry, EntryKind } from '../../domain/account.ts';
import type { Attempt, CallRecord } from '../../domain/call.ts';
import type { Catalog, CatalogDraft } from '../../domain/catalog.ts';
import { answerersOf, type Complaint } from '../../domain/complaint.ts';
import { type Micros, toMicros } from '../../domain/money.ts';
import type { Delivered } from '../../domain/prices/terms.ts';
import { readTerms } from '../ledger/read-rows.ts';
import type { Row } from '../steps/reading.ts';
import { keptQuestionOf } from './questions.ts';

export function readEntry(row: Row): Entry {
  return {
    id: row.id as number,
    accountId: row.account_id as string,
    seq: row.seq as number,
    kind: row.kind as EntryKind,
    amountMicros: toMicros(row.amount_micros as number),
    balanceAfterMicros: toMicros(row.balance_after_micros as number),
    atMs: row.at_ms as number,
    requestId: row.request_id as string | null,
    reference: row.reference as string | null,
    actor: row.actor as string,
    reason: row.reason as string | null,
  };
}

export function readCallRecord(row: Row): CallRecord {
  return {
    accountId: row.account_id as string,
    requestId: row.request_id as string,
    keyId: row.key_id as string,
    state: row.state as CallRecord['state'],
    path: row.path as string,
    group: row.route_group as Group,
    platform: row.platform as string,
    operation: row.operation as string,
    variant: row.variant as CallRecord['variant'],
    catalogVersion: row.catalog_version as number,
    priceMicros: row.price_micros as Micros,
    terms: readTerms(row.terms),
    delivered: row.delivered === null ? null : (JSON.parse(row.delivered as string) as Delivered),
    chargedMicros: row.charged_micros as Micros,
    refundedMicros: row.refunded_micros as Micros,
    source: row.source as CallRecord['source'],
    failureCode: row.failure_code as string | null,
    attempts: row.attempts === null ? [] : (JSON.parse(row.attempts as string) as Attempt[]),
    openedAtMs: row.opened_at_ms as number,
    finishedAtMs: row.finished_at_ms as number | null,
    answerKept: row.answer_kept === 1,
    asked: keptQuestionOf(row),
  };
}

export function readComplaint(row: Row): Complaint {
  return {
    id: row.id as string,
    accountId: row.account_id as string,
    requestId: row.request_id as string,
    path: row.path as string,
    asked: keptQuestionOf(row),
    providers: complainedProviders(row),
    reason: row.reason as string,
    state: row.state as Complaint['state'],
    ground: row.ground as Complaint['ground'],
    note: row.note as string,
    chargedMicros: row.charged_micros as Micros,
    refundedMicros: row.refunded_micros as Micros,
    costMicros: row.cost_micros as Micros,
    filedAtMs: row.filed_at_ms as number,
    decidedAtMs: row.decided_at_ms as number | null,
    decidedBy: row.decided_by as string | null,
  };
}

/** A single provider is in the complaint itself; several are in the attempts of its call. */
function complainedProviders({ provider, attempts }: Row): string[] {
  if (provider !== null) return [provider as string];
  return answerersOf(JSON.parse((attempts as string | null) ?? '[]') as Attempt[]);
}

export function readCatalog(row: Row): Catalog {
  const document = JSON.parse(row.document as string) as Omit<CatalogDraft, 'effectiveFromMs'>;
  return {
    ...document,
    version: row.version as number,
    effectiveFromMs: row.effective_from_ms as number,
    publishedAtMs: row.published_at_ms as number,
    publishedBy: row.published_by as string,
    note: row.note as string | null,
  };
}
