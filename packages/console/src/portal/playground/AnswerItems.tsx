// Records of an answer: videos, authors and playlists as a grid of cards, comments as a list, a transcript as lines.
import type {
  AuthorProfile,
  Comment,
  Playlist,
  PricedEndpoint,
  Transcript,
  Video,
} from '../../api/api-types.ts';
import { MadeUpContext, madeUpIn } from '../../shell/made-up.ts';
import { useFormat } from '../../shell/use-format.ts';
import { usePortalText } from '../text.ts';
import { AuthorCard, PlaylistCard, VideoCard } from './Cards.tsx';
import { operationsOn, type PlatformOperations, questionsAbout } from './next-questions.ts';
import { isOperation, OPERATIONS, type OperationName } from './operations.ts';
import { PicturesContext, usePictures } from './pictures.ts';
import style from './playground.module.css';
import { TranscriptView } from './TranscriptView.tsx';
import type { Ran } from './use-run.ts';
import { Ways } from './Ways.tsx';

interface CommentListProps {
  comments: readonly Comment[];
  platform: string;
  ways: PlatformOperations;
}

/** Comments and replies. */
function CommentList({ comments, platform, ways }: CommentListProps) {
  const text = usePortalText();
  const format = useFormat();
  return (
    <ul>
      {comments.map(({ id, video_id, author, text: words, published_at: at, likes, replies }) => (
        <li key={id} className={style.comment}>
          <span className={style.meta}>
            {[
              author.name ?? author.handle ?? author.id,
              at && format.time.ago(at, Date.now()),
              likes !== null && text.likes(format.count(likes)),
              replies ? text.replies(format.count(replies)) : null,
              id,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <span>{words ?? '–'}</span>
          {(replies ?? 0) > 0 && (
            <Ways
              ways={ways}
              platform={platform}
              to={questionsAbout('comment').map((operation) => ({ operation, about: video_id, comment: id }))}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

function itemsOf(ran: readonly Ran[]): unknown[] {
  return ran.flatMap(({ answer }) => answer.items ?? (answer.item === undefined ? [] : [answer.item]));
}

type Card = Video | AuthorProfile | Playlist;

function ItemCard({ item, record, ways }: { item: Card; record: string; ways: PlatformOperations }) {
  if (record === 'author') return <AuthorCard author={item as AuthorProfile} ways={ways} />;
  if (record === 'playlist') return <PlaylistCard playlist={item as Playlist} ways={ways} />;
  return <VideoCard video={item as Video} ways={ways} />;
}

interface RecordsProps {
  items: readonly unknown[];
  operation: string;
  platform: string;
  endpoints: readonly PricedEndpoint[];
}

/** Records of a list, with links to further questions. */
export function Records({ items, operation, platform, endpoints }: RecordsProps) {
  const record = isOperation(operation) ? OPERATIONS[operation].record : 'video';
  const waysOf = (of: { platform: string }) => operationsOn(endpoints, of.platform);
  if (record === 'comment') {
    return (
      <CommentList
        comments={items as Comment[]}
        ways={operationsOn(endpoints, platform)}
        platform={platform}
      />
    );
  }
  return (
    <MadeUpContext value={madeUpIn(endpoints)}>
      <ul className={style.grid}>
        {(items as Card[]).map((item) => (
          <ItemCard key={`${item.platform} ${item.id}`} item={item} record={record} ways={waysOf(item)} />
        ))}
      </ul>
    </MadeUpContext>
  );
}

interface AnswerItemsProps {
  ran: readonly Ran[];
  endpoints: readonly PricedEndpoint[];
}

export function AnswerItems({ ran, endpoints }: AnswerItemsProps) {
  const text = usePortalText();
  const addressOf = usePictures(ran);
  const items = itemsOf(ran);
  const { operation, platform } = ran[0]!.call.endpoint;
  if (items.length === 0) return <p className={style.quiet}>{text.emptyAnswer}</p>;
  if (OPERATIONS[operation as OperationName].record === 'transcript') {
    const transcript = items[0] as Transcript;
    const ways = operationsOn(endpoints, transcript.platform);
    // Another answer begins without the search of the one before, which would hide most of its lines.
    return <TranscriptView key={ran[0]!.requestId} transcript={transcript} ways={ways} />;
  }
  return (
    <PicturesContext value={addressOf}>
      <Records items={items} operation={operation} platform={platform} endpoints={endpoints} />
    </PicturesContext>
  );
}
