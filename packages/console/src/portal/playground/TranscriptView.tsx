// A transcript that can be read and searched. Only so many lines are drawn: a long one has thousands.
import { useState } from 'react';
import type { Transcript } from '../../api/api-types.ts';
import { useFormat } from '../../shell/use-format.ts';
import { writeLength } from '../../time/time.ts';
import { usePortalText } from '../text.ts';
import style from './playground.module.css';

/** About half an hour of speech; a search finds the rest. */
const LINES_MAX = 500;

interface Line {
  at: string | null;
  text: string;
}

function linesOf({ cues, text }: Transcript): Line[] {
  if (cues.length === 0) return text.split('\n').map((one) => ({ at: null, text: one }));
  return cues.map(({ start_ms, text: words }) => ({ at: writeLength(start_ms), text: words }));
}

export function TranscriptView({ transcript }: { transcript: Transcript }) {
  const text = usePortalText();
  const format = useFormat();
  const [wanted, setWanted] = useState('');
  const { language, kind, tracks, video_id: id, platform } = transcript;
  const nameOf = (track: { language: string | null; kind: string | null }) =>
    [track.language ?? '?', track.kind].filter(Boolean).join(' ');
  const lines = linesOf(transcript).filter((line) =>
    line.text.toLowerCase().includes(wanted.trim().toLowerCase()),
  );
  return (
    <div>
      <span className={style.meta}>
        {[platform, id, nameOf({ language, kind }), tracks.length > 1 && tracks.map(nameOf).join(', ')]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <label>
        {text.searchTranscript}
        <input type="search" value={wanted} onChange={(event) => setWanted(event.target.value)} />
      </label>
      <ul lang={language ?? undefined}>
        {lines.slice(0, LINES_MAX).map((line, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: cues have no id, and the list is replaced as a whole.
          <li key={i} className={style.comment}>
            {line.at !== null && <span className={style.meta}>{line.at}</span>}
            <span>{line.text}</span>
          </li>
        ))}
      </ul>
      <p className={style.quiet}>{text.transcriptLines(format.count(lines.length))}</p>
    </div>
  );
}
