// When the first page of a list is believed. Many platforms answer the same for "no items" and for "no such author", so the owner of an
// empty list is looked up. Some give the comments on a video that is not public to any caller who knows its id; there the video is looked
// up whatever its list holds.
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

/** The author, video or playlist that the list belongs to: how to look it up, and what the answer means. */
export interface Owner {
  request: UpstreamRequest;
  read(response: UpstreamResponse): FoundRecord<ParsedRecord> | Absent | AttemptFailure;
  /** Whether the owner switched the list off. */
  isDisabled?(raw: unknown): boolean;
  /** What is missing, when the operation is named after something else. */
  what?: Absent['what'];
}

export function provedEmpty<Parsed extends ParsedRecord>(
  page: Page<Parsed> | AttemptFailure,
  { cursor }: PageInput,
  owner: Owner,
): Page<Parsed> | AttemptFailure | FollowUp<Page<Parsed> | Absent> {
  return page.kind !== 'page' || page.items.length > 0 || cursor !== null ? page : asked(page, owner);
}

/** A list whose owner may not be public, such as an unlisted playlist. Only the first page is checked; later pages follow from it. */
export function ofPublicOwner<Parsed extends ParsedRecord>(
  said: Page<Parsed> | Absent | AttemptFailure,
  { cursor }: PageInput,
  owner: Owner,
): Page<Parsed> | Absent | AttemptFailure | FollowUp<Page<Parsed> | Absent> {
  return said.kind !== 'page' || cursor !== null ? said : asked(said, owner);
}

/** Comments or replies of a public video. */
export function ofPublicVideo<Parsed extends ParsedRecord>(
  said: Page<Parsed> | Absent | AttemptFailure,
  input: PageInput & { comment_id?: string },
  video: Owner,
): Page<Parsed> | Absent | AttemptFailure | FollowUp<Page<Parsed> | Absent> {
  return ofPublicOwner(said, input, input.comment_id === undefined ? video : { ...video, what: 'video' });
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
