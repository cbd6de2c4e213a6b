// What a call asked: its parameters, one on each line.
import type { AskedCall } from '../api/api-types.ts';
import { useCommonText } from '../text/common.ts';
import style from './asked.module.css';

export function Asked({ of }: { of: AskedCall | null }) {
  const common = useCommonText();
  if (of === null) return <span className="quiet">{common.notKept}</span>;
  if (of.parameters.length === 0) return <span className="quiet">{common.askedNothing}</span>;
  return (
    <ul className={style.asked} data-asked="">
      {of.parameters.map(({ name, value }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name may be there twice, and the list never changes
        <li key={i}>
          <span className="quiet">{name}</span> {value}
        </li>
      ))}
      {of.is_cut && <li className="quiet">{common.askedCut}</li>}
    </ul>
  );
}

/** The question below the name of its call; nothing when it is not known. */
export function AboutLine({ of }: { of: AskedCall | null }) {
  const about = aboutOf(of);
  return about === null ? null : (
    <span className={`${style.about} quiet`} title={about}>
      {about}
    </span>
  );
}

/** Parameters that say what a question is about. The others say how it is answered. */
const ABOUT = ['keyword', 'id', 'ids', 'author_id', 'handle', 'playlist_id', 'url'];

/** The question in a few words, for a list; null when it has none. */
function aboutOf(asked: AskedCall | null): string | null {
  const found = asked?.parameters.find(({ name }) => ABOUT.includes(name)) ?? asked?.parameters[0];
  return found?.value ?? null;
}
