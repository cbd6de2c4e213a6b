import type { AuthorProfile } from '../../api/api-types.ts';
import { usePlatformName } from '../../shell/made-up.ts';
import { useFormat } from '../../shell/use-format.ts';
import { usePortalText } from '../text.ts';
import { type PlatformOperations, questionsAbout } from './next-questions.ts';
import style from './playground.module.css';
import { Picture } from './VideoCard.tsx';
import { Ways } from './Ways.tsx';

export function AuthorCard({ author, ways }: { author: AuthorProfile; ways: PlatformOperations }) {
  const text = usePortalText();
  const platformName = usePlatformName();
  const format = useFormat();
  const facts = [
    author.handle && `@${author.handle}`,
    platformName(author.platform),
    author.followers !== null && text.followers(format.count(author.followers)),
    author.id,
  ].filter(Boolean);
  return (
    <li className={style.card}>
      <div className={style.picture}>
        <Picture url={author.avatar_url} />
      </div>
      <div className={style.words}>
        <strong>{author.name ?? author.id}</strong>
        <span className={style.meta}>{facts.join(' · ')}</span>
        {author.text && <span>{author.text}</span>}
        <Ways
          ways={ways}
          platform={author.platform}
          to={questionsAbout('author').map((operation) => ({ operation, about: author.id }))}
        />
      </div>
    </li>
  );
}
