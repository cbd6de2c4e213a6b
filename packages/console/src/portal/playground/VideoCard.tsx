import type { Video } from '../../api/api-types.ts';
import { useFormat } from '../../shell/use-format.ts';
import { writeLength } from '../../time/time.ts';
import { usePortalText } from '../text.ts';
import { askAbout, NEXT_OPERATIONS, type PlatformOperations } from './next-questions.ts';
import { Picture } from './Picture.tsx';
import style from './playground.module.css';

export function VideoCard({ video, ways }: { video: Video; ways: PlatformOperations }) {
  const text = usePortalText();
  const format = useFormat();
  const { author, stats, published_at: at } = video;
  const facts = [
    author.name ?? author.handle,
    video.platform,
    at && format.time.ago(at, Date.now()),
    stats.views !== null && text.views(format.count(stats.views)),
  ].filter(Boolean);
  const title = video.title ?? video.text ?? video.id;
  return (
    <li className={style.card}>
      <div className={style.picture}>
        <Picture url={video.thumbnails[0]?.url} />
        {video.duration_ms !== null && <span className={style.length}>{writeLength(video.duration_ms)}</span>}
      </div>
      <div className={style.words}>
        <strong lang={video.language ?? undefined}>
          {video.url ? (
            <a href={video.url} target="_blank" rel="noreferrer">
              {title}
            </a>
          ) : (
            title
          )}
        </strong>
        <span className={style.meta}>{facts.join(' · ')}</span>
        <span className={style.ways}>
          {ways.has(NEXT_OPERATIONS.comments) && (
            <a href={askAbout(NEXT_OPERATIONS.comments, video.platform, video.id)}>{text.seeComments}</a>
          )}
          {ways.has(NEXT_OPERATIONS.transcript) && video.tracks?.length !== 0 && (
            <a href={askAbout(NEXT_OPERATIONS.transcript, video.platform, video.id)}>{text.seeTranscript}</a>
          )}
          {ways.has(NEXT_OPERATIONS.author) && author.id !== null && (
            <a href={askAbout(NEXT_OPERATIONS.author, video.platform, author.id)}>{text.seeAuthor}</a>
          )}
        </span>
      </div>
    </li>
  );
}
