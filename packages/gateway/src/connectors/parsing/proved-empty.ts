// Owns the doubt about an empty list. Many platforms answer the same for "nothing here" and for "no such author": before an empty
// first page is believed, its owner is asked for. A page with anything on it is proof enough.
import type {
  Absent,
  AttemptFailure,
  FollowUp,
  FoundRecord,
  Page,
  PageInput,
  ParsedRecord,
  UpstreamRequest,
  UpstreamResponse,
} from '../connector.ts';

/** Who the list is of, or what: how to ask for it, and what the answer says. */
export interface Owner {
  request: UpstreamRequest;
  read(response: UpstreamResponse): FoundRecord<ParsedRecord> | Absent | AttemptFailure;
  /** Whether the owner wants no such list. */
  isDisabled?(raw: unknown): boolean;
  /** What is not there, when the operation is named after something else. */
  what?: Absent['what'];
}

export function provedEmpty<Parsed extends ParsedRecord>(
  page: Page<Parsed> | AttemptFailure,
  { cursor }: PageInput,
  owner: Owner,
): Page<Parsed> | AttemptFailure | FollowUp<Page<Parsed> | Absent> {
  if (page.kind !== 'page' || page.items.length > 0 || cursor !== null) return page;
  return {
    kind: 'follow_up',
    request: owner.request,
    parse(answer) {
      if (answer.kind !== 'response') return answer;
      const said = owner.read(answer);
      if (said.kind === 'absent') return owner.what === undefined ? said : { ...said, what: owner.what };
      if (said.kind !== 'record') return said;
      if (owner.isDisabled?.(said.raw) !== true) return page;
      return { ...page, end: 'exhausted', cursor: null, isDisabled: true };
    },
  };
}
