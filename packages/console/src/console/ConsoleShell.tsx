// Owns the console's frame: its pages, and who is signed in with which role.
import { Outlet } from '@tanstack/react-router';
import { Chip } from '../parts/Chip.tsx';
import { type NavigationGroup, Shell } from '../shell/Shell.tsx';
import { useCommonText } from '../text/common.ts';
import { useConsoleSession } from './console-session.ts';
import { useConsoleText } from './text.ts';

export function ConsoleShell() {
  const text = useConsoleText();
  const common = useCommonText();
  const { session, leave } = useConsoleSession();
  const groups: NavigationGroup[] = [
    { label: common.groupInsight, links: [{ to: '/system', label: text.system }] },
  ];
  return (
    <Shell
      title="Reelgate"
      groups={groups}
      who={
        <Chip>
          {session.name} · {text.signIn.role[session.role]}
        </Chip>
      }
      onSignOut={() => void leave()}
    >
      <Outlet />
    </Shell>
  );
}
