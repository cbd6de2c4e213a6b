// Records of an answer: videos as a grid, comments as a list, an author as a card, a transcript as lines.
import type { AuthorProfile, Comment, PricedEndpoint, Transcript, Video } from '../../api/api-types.ts';
import { usePortalText } from '../text.ts';
import { AuthorCard } from './AuthorCard.tsx';
import { CommentList } from './CommentList.tsx';
import { operationsOn } from './next-questions.ts';
import { OPERATIONS, type OperationName } from './operations.ts';
import { PicturesContext, usePictures } from './pictures.ts';
import style from './playground.module.css';
import { TranscriptView } from './TranscriptView.tsx';
import type { Ran } from './use-run.ts';
import { VideoCard } from './VideoCard.tsx';

function itemsOf(ran: readonly Ran[]): unknown[] {
  return ran.flatMap(({ answer }) => answer.items ?? (answer.item === undefined ? [] : [answer.item]));
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
  const { record } = OPERATIONS[operation as OperationName];
  const waysOf = (of: { platform: string }) => operationsOn(endpoints, of.platform);
  if (items.length === 0) return <p className={style.quiet}>{text.emptyAnswer}</p>;
  if (record === 'author')
    return (
      <PicturesContext value={addressOf}>
        <AuthorCard author={items[0] as AuthorProfile} ways={waysOf(items[0] as AuthorProfile)} />
      </PicturesContext>
    );
  if (record === 'transcript') return <TranscriptView transcript={items[0] as Transcript} />;
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
    <PicturesContext value={addressOf}>
      <ul className={style.grid}>
        {(items as Video[]).map((video) => (
          <VideoCard key={`${video.platform} ${video.id}`} video={video} ways={waysOf(video)} />
        ))}
      </ul>
    </PicturesContext>
  );
}
