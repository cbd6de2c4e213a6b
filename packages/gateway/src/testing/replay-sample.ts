// Plays one sample: feeds its answers in sequence to the connector's own parser, as an attempt does with those of a provider. It sends
// nothing.
import {
  type Absent,
  type AttemptFailure,
  type Connector,
  type ExpectedAbsence,
  type ExpectedNoTranscript,
  type ExpectedPage,
  type ExpectedRecord,
  FOLLOW_UPS_MAX,
  type FoundRecord,
  type Implementation,
  type NoTranscript,
  type Page,
  type ParsedRecord,
  type Provider,
  type Question,
  type Sample,
} from '../connectors/connector.ts';

export type GoodOutcome = Page<ParsedRecord> | FoundRecord<ParsedRecord> | Absent | NoTranscript;
type Expected =
  | ExpectedPage<ParsedRecord>
  | ExpectedRecord<ParsedRecord>
  | ExpectedAbsence
  | ExpectedNoTranscript;
export type AnySample = Sample<Question, Expected>;
/** Any operation; the samples have the matching input. */
export type AnyOperation = Implementation<Question, GoodOutcome> & { pageItemsMax?: number };

export function providerOf(connector: Connector): Provider {
  return {
    name: connector.name,
    connector: connector.name,
    baseUrl: 'https://upstream.example',
    token: connector.facts.keyNeeded ? 'secret-token' : null,
    timeoutMs: null,
    userAgent: 'Reelgate/0.1',
    options: Object.fromEntries(Object.keys(connector.options).map((name) => [name, `option-${name}`])),
    publicUrl: 'https://gateway.example',
  };
}

export function replay(
  operation: AnyOperation,
  provider: Provider,
  { input, response, followUps }: Omit<AnySample, 'name' | 'expect'>,
): GoodOutcome | AttemptFailure {
  let parsed = operation.parse(response, input, provider);
  for (let i = 0; parsed.kind === 'follow_up'; i += 1) {
    if (i >= FOLLOW_UPS_MAX) throw new Error('too many follow-ups');
    if (!URL.canParse(parsed.request.url)) throw new Error('a follow-up without an address');
    parsed = parsed.parse(
      followUps?.[i] ?? { kind: 'unavailable', detail: 'no further answer in the sample' },
    );
  }
  return parsed;
}

/** The records of an outcome, each with its raw record. */
export function recordsOf(outcome: GoodOutcome | AttemptFailure): { record: ParsedRecord; raw: unknown }[] {
  if (outcome.kind === 'page') return outcome.items;
  return outcome.kind === 'record' ? [outcome] : [];
}

export const expectsRecords = ({ expect }: AnySample): boolean =>
  'record' in expect || ('items' in expect && expect.items > 0);
