// Owns how records are shown for people: videos as a grid, comments as a list, an author as a card.
import type { AuthorProfile, Comment, Video } from '../../api/api-types.ts';
import { usePortalText } from '../text.ts';
import { AuthorCard } from './AuthorCard.tsx';
import { CommentList } from './CommentList.tsx';
import style from './playground.module.css';
import type { Ran } from './use-run.ts';
import { VideoCard } from './VideoCard.tsx';

function itemsOf(ran: readonly Ran[]): unknown[] {
  return ran.flatMap(({ answer }) => answer.items ?? (answer.item === undefined ? [] : [answer.item]));
}

export function AnswerItems({ ran }: { ran: readonly Ran[] }) {
  const text = usePortalText();
  const items = itemsOf(ran);
  const { operation } = ran[0]!.call.endpoint;
  if (items.length === 0) return <p className={style.quiet}>{text.emptyAnswer}</p>;
  if (operation === 'author.get') return <AuthorCard author={items[0] as AuthorProfile} />;
  if (operation === 'video.comments' || operation === 'comment.replies') {
    return <CommentList comments={items as Comment[]} />;
  }
  return (
    <ul className={style.grid}>
      {(items as Video[]).map((video) => (
        <VideoCard key={`${video.platform} ${video.id}`} video={video} />
      ))}
    </ul>
  );
}
