// Owns what is shown for an address that leads to no page.
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
