// A transcript that can be read and searched. Its other tracks are links that fill in the form: only the button pays.
import { useMemo, useState } from 'react';
import type { Transcript } from '../../api/api-types.ts';
import { TextField } from '../../parts/Field.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { usePortalText } from '../text.ts';
import { askForTrack, type PlatformOperations, TRANSCRIPT } from './next-questions.ts';
import style from './playground.module.css';
import { LINES_MAX, linesOf, linesWith } from './transcript-lines.ts';

interface TranscriptViewProps {
  transcript: Transcript;
  ways: PlatformOperations;
}

type Track = Transcript['tracks'][number];

function useTrackName(): (track: Track) => string {
  const text = usePortalText();
  return ({ language, kind }) =>
    [language ?? text.unknownLanguage, kind && text.trackKinds[kind]].filter(Boolean).join(' · ');
}

function About({ transcript }: { transcript: Transcript }) {
  const text = usePortalText();
  const nameOf = useTrackName();
  const { platform, video_id: id, language_match: match, translated, rolled_up, timed, license } = transcript;
  const facts = [
    platform,
    id,
    nameOf(transcript),
    match === 'variant' && text.languageVariant,
    match === 'broader' && text.languageBroader,
    translated && text.translated,
    rolled_up && text.rolledUp,
    !timed && text.untimed,
    license && `${text.licence}: ${license.name ?? license.url ?? '–'}`,
  ];
  return <p className={style.meta}>{facts.filter(Boolean).join(' · ')}</p>;
}

function Tracks({ transcript, ways }: TranscriptViewProps) {
  const text = usePortalText();
  const nameOf = useTrackName();
  const { platform, video_id: id, tracks } = transcript;
  // Tracks with the same language and kind cannot be told apart in a question.
  const named = new Map(tracks.map((track) => [nameOf(track), track]));
  const shown = nameOf(transcript);
  if (named.size < 2 || !ways.has(TRANSCRIPT)) return null;
  return (
    <nav aria-label={text.tracks}>
      <ul className={style.ways}>
        {[...named].map(([name, track]) => (
          <li key={name}>
            {name === shown ? (
              <span aria-current="true">{name}</span>
            ) : (
              <a href={askForTrack(platform, id, track)}>{name}</a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function TranscriptView({ transcript, ways }: TranscriptViewProps) {
  const text = usePortalText();
  const format = useFormat();
  const [wanted, setWanted] = useState('');
  const lines = useMemo(() => linesOf(transcript), [transcript]);
  const found = linesWith(lines, wanted);
  const isCut = found.length > LINES_MAX;
  const count = text.transcriptLines(format.count(found.length));
  return (
    <div className={style.transcript}>
      <About transcript={transcript} />
      <Tracks transcript={transcript} ways={ways} />
      <TextField
        label={text.searchTranscript}
        type="search"
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      />
      <p className={style.quiet} aria-live="polite" data-lines>
        {isCut ? `${count} · ${text.firstLines(format.count(LINES_MAX))}` : count}
      </p>
      <ol lang={transcript.language ?? undefined}>
        {found.slice(0, LINES_MAX).map((line, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: cues have no id, and the list is replaced as a whole.
          <li key={i} className={style.cue}>
            {line.at !== null && <span className={style.meta}>{line.at}</span>}
            <span dir="auto">{line.text}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
