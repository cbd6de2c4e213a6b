import type { AuthorProfile } from '../../api/api-types.ts';
import { useFormat } from '../../shell/use-format.ts';
import { usePortalText } from '../text.ts';
import { Picture } from './Picture.tsx';
import style from './playground.module.css';
import { askAbout, WAYS, type Ways } from './ways.ts';

export function AuthorCard({ author, ways }: { author: AuthorProfile; ways: Ways }) {
  const text = usePortalText();
  const format = useFormat();
  const facts = [
    author.handle && `@${author.handle}`,
    author.platform,
    author.followers !== null && text.followers(format.count(author.followers)),
    author.id,
  ].filter(Boolean);
  return (
    <div className={style.grid}>
      <div className={style.card}>
        <div className={style.picture}>
          <Picture url={author.avatar_url} />
        </div>
        <div className={style.words}>
          <strong>{author.name ?? author.id}</strong>
          <span className={style.meta}>{facts.join(' · ')}</span>
          {author.text && <span>{author.text}</span>}
          {ways.has(WAYS.uploads) && (
            <span className={style.ways}>
              <a href={askAbout(WAYS.uploads, author.platform, author.id)}>{text.seeVideos}</a>
            </span>
          )}
        </div>
      </div>
    </div>
  );
}
