// Asks a provider live, outside of any call: each of its operations once, for a recording, or a search, whose keys are compared with those
// that its connector knows. No caller is charged. Of a recording, only made answers that name nobody leave this file.

import { type AttemptDeps, attempt } from '../call/trying/attempt.ts';
import type { ConnectedProvider } from '../call/trying/connected-provider.ts';
import { probe } from '../call/trying/probe.ts';
import type { Implementation, OperationName, Page, Question } from '../connectors/connector.ts';
import { compareKeys, knownFields } from '../connectors/recording/answer-keys.ts';
import { type AskedLive, makeRecording } from '../connectors/recording/recording.ts';
import { formatTime } from '../domain/clock.ts';
import { CALL_DEADLINE_MS } from '../domain/limits.ts';
import type { LiveRecording, Probe, RecordedBodies, RecordWishes } from '../domain/provider-status.ts';

/** Few, so that a file can be read. */
const ITEMS = 3;

/** Ids that were found, and those that the operator named. */
interface Found {
  video?: string | undefined;
  author?: string | undefined;
  playlist?: string | undefined;
  comment?: string | undefined;
}

type QuestionOf = (found: Found, keyword: string) => object | string;

const ofVideo: QuestionOf = ({ video }) =>
  video === undefined ? 'no video is known: --video' : { id: video };
const ofAuthor: QuestionOf = ({ author }) =>
  author === undefined ? 'no author is known: --author' : { author_id: author };
const ofPlaylist: QuestionOf = ({ playlist }) =>
  playlist === undefined ? 'no playlist is known: --playlist' : { playlist_id: playlist };

/** How each operation is asked, in an order in which each finds what the next ones need. A text: what is not known. */
const QUESTIONS: Record<OperationName, QuestionOf> = {
  'video.search': (_, keyword) => ({ keyword }),
  'video.popular': () => ({}),
  'author.search': (_, keyword) => ({ keyword }),
  'video.get': ofVideo,
  'video.comments': ofVideo,
  'comment.replies': ({ video, comment }) =>
    video === undefined || comment === undefined
      ? 'no comment was found'
      : { id: video, comment_id: comment },
  'video.related': ofVideo,
  'transcript.get': ofVideo,
  'author.get': ofAuthor,
  'author.videos': ofAuthor,
  'playlist.get': ofPlaylist,
  'playlist.videos': ofPlaylist,
};

type Asked = Implementation<Question, never> & {
  sorts?: readonly string[];
  pageItemsMax?: number;
};

/** All platforms of one provider. */
export async function recordLive(
  deps: AttemptDeps,
  all: readonly { platform: string; by: ConnectedProvider }[],
  wishes: RecordWishes,
  salt: string,
): Promise<LiveRecording> {
  const { provider, connector } = all[0]!.by;
  const left: LiveRecording['left'] = [];
  const asked: AskedLive[] = [];
  for (const { platform, by } of all) {
    const { video, author, playlist } = wishes;
    const found: Found = { video, author, playlist };
    for (const [operation, questionOf] of Object.entries(QUESTIONS) as [OperationName, QuestionOf][]) {
      const how = connector.operations[operation] as Asked | undefined;
      if (how === undefined || how.platforms?.includes(platform) === false) continue;
      const question = questionOf(found, wishes.keyword);
      if (typeof question === 'string') {
        left.push({ operation, platform, reason: question });
        continue;
      }
      const input = { platform, wantsRaw: false, ...question, ...pageOf(how) } as Question;
      const { said, exchanges } = await askOnce(deps, by, operation, input);
      if (said === null) left.push({ operation, platform, reason: 'it was not answered' });
      else asked.push({ operation, input, exchanges });
      learn(found, operation, said);
    }
  }
  const fields = knownFields(connector.name);
  const recordedOn = formatTime(deps.clock.nowMs()).slice(0, 'YYYY-MM-DD'.length);
  const { recording, refused } = makeRecording(asked, { connector, provider, salt, fields, recordedOn });
  return { recording, left: [...left, ...refused] };
}

function pageOf({ pageItemsMax, sorts }: Asked): object {
  if (pageItemsMax === undefined) return {};
  const page = { count: Math.min(ITEMS, pageItemsMax), cursor: null, position: 0 };
  return sorts === undefined ? page : { ...page, sort: sorts[0] };
}

/** The same way to platforms, with every exchange kept. */
function overheard<Deps extends AttemptDeps>(deps: Deps) {
  const exchanges: AskedLive['exchanges'][number][] = [];
  const send: AttemptDeps['upstream']['send'] = async (request, options) => {
    const answer = await deps.upstream.send(request, options);
    exchanges.push({ request, answer });
    return answer;
  };
  return { deps: { ...deps, upstream: { ...deps.upstream, send } }, exchanges };
}

/** A live check, with what is new and what is missing in the answer. Without results it says nothing of the keys of records. */
export async function checkLive(
  given: AttemptDeps,
  by: ConnectedProvider,
  platform: string,
  keyword: string,
  recorded: readonly RecordedBodies[] = [],
): Promise<Probe> {
  const { deps, exchanges } = overheard(given);
  const probed = await probe(deps, by, platform, keyword);
  if (
    probed.outcome !== 'ok' ||
    (probed.items ?? 0) === 0 ||
    by.connector.facts.baseUrl?.startsWith('http') === false
  )
    return { ...probed, new_keys: [], missing_keys: [] };
  const bodies = exchanges.flatMap(({ answer }) => (answer.kind === 'response' ? [answer.body] : []));
  const asked = { connector: by.connector.name, operation: 'video.search' as const, platform };
  const keys = compareKeys(asked, bodies, recorded);
  return { ...probed, new_keys: keys.new, missing_keys: keys.missing };
}

/** The path of an attempt, with every exchange kept. */
async function askOnce(
  given: AttemptDeps,
  by: ConnectedProvider,
  operation: OperationName,
  input: Question,
): Promise<{ said: unknown; exchanges: AskedLive['exchanges'] }> {
  const { deps, exchanges } = overheard(given);
  const time = { operation, leftMs: CALL_DEADLINE_MS, cancel: null, onBehalfOf: null, requestId: 'record' };
  const how = by.connector.operations[operation] as unknown as Implementation<Question, Page>;
  const { result } = await attempt(deps, by, how, input, time);
  const isAnswered = exchanges[0]?.answer.kind === 'response';
  return { said: isAnswered ? ((result as { said?: unknown }).said ?? result) : null, exchanges };
}

interface Seen {
  id?: string;
  replies?: number | null;
  author?: { id?: string | null };
}

function learn(found: Found, operation: OperationName, said: unknown): void {
  const items = (said as { items?: { record: Seen }[] } | null)?.items ?? [];
  const records = items.map(({ record }) => record);
  if (operation === 'author.search') found.author ??= records[0]?.id;
  if (operation === 'video.comments')
    found.comment ??= (records.find(({ replies }) => (replies ?? 0) > 0) ?? records[0])?.id;
  if (operation !== 'video.search' && operation !== 'video.popular') return;
  found.video ??= records[0]?.id;
  found.author ??= records.find(({ author }) => author?.id)?.author?.id ?? undefined;
}
