// A record of an answer as a card, with links to further questions: a video, an author or a playlist.
import { useState } from 'react';
import type { AuthorProfile, Playlist, Video } from '../../api/api-types.ts';
import { usePlatformName } from '../../shell/made-up.ts';
import { useFormat } from '../../shell/use-format.ts';
import { writeLength } from '../../time/time.ts';
import { usePortalText } from '../text.ts';
import { AUTHOR, type PlatformOperations, questionsAbout } from './next-questions.ts';
import { OPERATIONS } from './operations.ts';
import { usePictureAddress } from './pictures.ts';
import style from './playground.module.css';
import { Ways } from './Ways.tsx';

/** A picture of a platform, loaded from the gateway, or an empty field if there is none. */
function Picture({ url }: { url: string | null | undefined }) {
  const text = usePortalText();
  const addressOf = usePictureAddress();
  const [isBroken, setBroken] = useState(false);
  const address = url ? addressOf(url) : null;
  if (address === null || isBroken) return <span>{text.noPicture}</span>;
  return (
    <img src={address} alt="" loading="lazy" referrerPolicy="no-referrer" onError={() => setBroken(true)} />
  );
}

export function VideoCard({ video, ways }: { video: Video; ways: PlatformOperations }) {
  const text = usePortalText();
  const format = useFormat();
  const platformName = usePlatformName();
  const { author, stats, published_at: at } = video;
  const facts = [
    video.position && `${video.position}`,
    author.name ?? author.handle,
    platformName(video.platform),
    at && format.time.ago(at, Date.now()),
    stats.views !== null && text.views(format.count(stats.views)),
    video.match && text.matches[video.match],
  ].filter(Boolean);
  const to = [
    ...questionsAbout('video')
      .filter((operation) => video.tracks?.length !== 0 || OPERATIONS[operation].record !== 'transcript')
      .map((operation) => ({ operation, about: video.id })),
    ...(author.id === null ? [] : [{ operation: AUTHOR, about: author.id }]),
  ];
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
        <Ways ways={ways} platform={video.platform} to={to} />
      </div>
    </li>
  );
}

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
