// Owns the caller's own keys.
import { Page } from '../../parts/Page.tsx';
import { usePortalText } from '../text.ts';

export function Keys() {
  const text = usePortalText();
  return (
    <Page title={text.keys} sub={text.keysNote}>
      {null}
    </Page>
  );
}
