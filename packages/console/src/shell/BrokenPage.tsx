// Owns what stands in place of a page that broke while it was drawn, such as by nonsense in its address: what happened, and the way on.
// The frame around it stays.
import { Failure } from '../parts/Failure.tsx';
import { Notice } from '../parts/Notice.tsx';
import { useCommonText } from '../text/common.ts';

export function BrokenPage({ error, reset }: { error: unknown; reset: () => void }) {
  const text = useCommonText();
  return (
    <>
      <Notice tone="bad">{text.brokenPage}</Notice>
      <Failure error={error} again={reset} />
    </>
  );
}
