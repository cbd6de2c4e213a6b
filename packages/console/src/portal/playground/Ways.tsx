// Links from a record to the questions that may follow it, as far as its platform has them.
import { usePortalText } from '../text.ts';
import { askAbout, type PlatformOperations } from './next-questions.ts';
import type { OperationName } from './operations.ts';
import style from './playground.module.css';

interface Way {
  operation: OperationName;
  about: string;
  comment?: string;
}

export function Ways({
  ways,
  platform,
  to,
}: {
  ways: PlatformOperations;
  platform: string;
  to: readonly Way[];
}) {
  const text = usePortalText();
  const open = to.filter(({ operation }) => ways.has(operation));
  if (open.length === 0) return null;
  return (
    <span className={style.ways}>
      {open.map(({ operation, about, comment }) => (
        <a key={operation} href={askAbout(operation, platform, about, comment)}>
          {text.operations[operation]}
        </a>
      ))}
    </span>
  );
}
