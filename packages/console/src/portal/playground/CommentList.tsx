// Comments and replies.
import type { Comment } from '../../api/api-types.ts';
import { useFormat } from '../../shell/use-format.ts';
import { usePortalText } from '../text.ts';
import { type PlatformOperations, questionsAbout } from './next-questions.ts';
import style from './playground.module.css';
import { Ways } from './Ways.tsx';

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
