// Comments and replies.
import type { Comment } from '../../api/api-types.ts';
import { useFormat } from '../../shell/use-format.ts';
import { usePortalText } from '../text.ts';
import { askAbout, NEXT_OPERATIONS, type PlatformOperations } from './next-questions.ts';
import style from './playground.module.css';

interface CommentListProps {
  comments: readonly Comment[];
  platform: string;
  ways: PlatformOperations;
}

export function CommentList({ comments, platform, ways }: CommentListProps) {
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
          {ways.has(NEXT_OPERATIONS.replies) && (replies ?? 0) > 0 && (
            <span className={style.ways}>
              <a href={askAbout(NEXT_OPERATIONS.replies, platform, video_id, id)}>{text.seeReplies}</a>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
