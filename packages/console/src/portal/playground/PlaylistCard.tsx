import type { Playlist } from '../../api/api-types.ts';
import { useFormat } from '../../shell/use-format.ts';
import { usePortalText } from '../text.ts';
import { type PlatformOperations, questionsAbout } from './next-questions.ts';
import style from './playground.module.css';
import { Picture } from './VideoCard.tsx';
import { Ways } from './Ways.tsx';

export function PlaylistCard({ playlist, ways }: { playlist: Playlist; ways: PlatformOperations }) {
  const text = usePortalText();
  const format = useFormat();
  const { author, video_count: videos } = playlist;
  const facts = [
    author.name ?? author.handle,
    playlist.platform,
    videos !== null && text.videos(format.count(videos)),
    playlist.id,
  ].filter(Boolean);
  return (
    <li className={style.card}>
      <div className={style.picture}>
        <Picture url={playlist.thumbnails[0]?.url} />
      </div>
      <div className={style.words}>
        <strong>{playlist.title ?? playlist.id}</strong>
        <span className={style.meta}>{facts.join(' · ')}</span>
        {playlist.text && <span>{playlist.text}</span>}
        <Ways
          ways={ways}
          platform={playlist.platform}
          to={questionsAbout('playlist').map((operation) => ({ operation, about: playlist.id }))}
        />
      </div>
    </li>
  );
}
