// Events for operators, and their webhooks.
import { Page } from '../../parts/Page.tsx';
import { useConsoleText } from '../text.ts';
import { StreamNotices } from './StreamNotices.tsx';

export function Notices() {
  const text = useConsoleText();
  return (
    <Page title={text.notices} sub={text.noticesSub}>
      <StreamNotices />
    </Page>
  );
}
