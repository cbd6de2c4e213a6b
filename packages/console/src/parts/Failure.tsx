// Shows a failed request: its message, field messages and code, and a button to try again.
import { ProblemError, shownProblem } from '../api/problem.ts';
import { useCommonText } from '../text/common.ts';
import { Button } from './Button.tsx';
import style from './panel.module.css';

function Problem({ error }: { error: ProblemError }) {
  const text = useCommonText();
  const { own, problem } = error;
  const { detail, fields, saysNothingCharged } = shownProblem(error);
  const words = own === null ? detail : text.problems[own](problem.status);
  return (
    <>
      {words !== null && <strong>{words}</strong>}
      {fields.map(({ field, message }) => (
        <span key={`${field} ${message}`}>
          <code>{field}</code> {message}
        </span>
      ))}
      <span>
        {problem.code}
        {saysNothingCharged && ` · ${text.nothingCharged}`}
      </span>
    </>
  );
}

export function Failure({ error, again }: { error: unknown; again?: () => void }) {
  const text = useCommonText();
  return (
    <div className={style.failure} role="alert">
      {error instanceof ProblemError ? <Problem error={error} /> : <strong>{String(error)}</strong>}
      {again && (
        <span>
          <Button onClick={again}>{text.tryAgain}</Button>
        </span>
      )}
    </div>
  );
}
