// What the owner of a list has to say before its first page is believed. Many platforms answer the same for "nothing here" and for "no
// such author": the owner of an empty list is asked for. Some give the comments on a video that is not public to whoever knows its id:
// there the video is asked for whatever its list holds.
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
  return page.kind !== 'page' || page.items.length > 0 || cursor !== null ? page : asked(page, owner);
}

/** Comments or replies of a video that everybody may see. Later pages follow from a first one that was looked into. */
export function ofPublicVideo<Parsed extends ParsedRecord>(
  said: Page<Parsed> | Absent | AttemptFailure,
  input: PageInput & { comment_id?: string },
  video: Owner,
): Page<Parsed> | Absent | AttemptFailure | FollowUp<Page<Parsed> | Absent> {
  if (said.kind !== 'page' || input.cursor !== null) return said;
  return asked(said, input.comment_id === undefined ? video : { ...video, what: 'video' });
}

function asked<Parsed extends ParsedRecord>(
  page: Page<Parsed>,
  owner: Owner,
): FollowUp<Page<Parsed> | Absent> {
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
