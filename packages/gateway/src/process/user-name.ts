// The name of the user who runs a command, for the audit log. In a container the user may be a number that has no name.
import { userInfo } from 'node:os';

export function userName(look: () => { username: string } = userInfo, uid = process.getuid?.()): string {
  try {
    return look().username;
  } catch {
    return `user-${uid}`;
  }
}
