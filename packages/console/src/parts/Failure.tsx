// Owns how a refusal is shown: its words, the fields that it names, its code, and the way to try again.
import { ProblemError } from '../api/problem.ts';
import { useCommonText } from '../text/common.ts';
import { Button } from './Button.tsx';
import style from './panel.module.css';

export function Failure({ error, again }: { error: unknown; again?: () => void }) {
  const text = useCommonText();
  const own = error instanceof ProblemError ? error.own : null;
  const problem = error instanceof ProblemError ? error.problem : null;
  return (
    <div className={style.failure} role="alert">
      <strong>
        {own && problem ? text.problems[own](problem.status) : (problem?.detail ?? String(error))}
      </strong>
      {problem?.errors?.map(({ field, message }) => (
        <span key={field}>
          <code>{field}</code> {message}
        </span>
      ))}
      {problem && (
        <span>
          {problem.code} {problem.charged === undefined ? '' : `· ${text.nothingCharged}`}
        </span>
      )}
      {again && (
        <span>
          <Button onClick={again}>{text.tryAgain}</Button>
        </span>
      )}
    </div>
  );
}
