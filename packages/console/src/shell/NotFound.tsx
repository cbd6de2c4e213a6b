// Shown inside the frame if an address leads to no page, or if a page failed while it was drawn, for example because of a wrong value in
// its address.
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
      <Notice tone="bad">
        {/* By this, tests see that a page broke. */}
        <span data-broken>{text.brokenPage}</span>
      </Notice>
      <Failure error={error} again={reset} />
    </>
  );
}
