// What is shown instead of a page: for an address that leads to none, and for a page that broke while it was drawn, such as by nonsense
// in its address. The frame around it stays.
import { Failure } from '../parts/Failure.tsx';
import { Notice } from '../parts/Notice.tsx';
import { Page } from '../parts/Page.tsx';
import { useCommonText } from '../text/common.ts';

export function NotFound() {
  const text = useCommonText();
  return (
    <Page title={text.notFoundPage}>
      <p>
        <a href="#/">{text.pages}</a>
      </p>
    </Page>
  );
}

export function BrokenPage({ error, reset }: { error: unknown; reset: () => void }) {
  const text = useCommonText();
  return (
    <>
      <Notice tone="bad">{text.brokenPage}</Notice>
      <Failure error={error} again={reset} />
    </>
  );
}
