// What `serve --json` prints when the gateway serves: one line, for a supervisor or a script that started it.

import type { Listening } from '../assemble/assemble.ts';
import { listenUrl } from '../domain/network/listen-url.ts';

/** When the secrets go to a file, the line has neither them nor the link that signs in. */
export function announcementJson(
  { public: open, admin, firstStart, consoleLink }: Listening & { consoleLink: string | null },
  secretsFile: string | null,
): string {
  const isOpen = secretsFile === null;
  const first = firstStart && {
    account: firstStart.accountName,
    key: isOpen ? firstStart.apiKey : null,
    admin_token: isOpen ? firstStart.adminToken : null,
  };
  const line = {
    public: listenUrl(open),
    admin: listenUrl(admin),
    console: isOpen ? consoleLink : null,
    first_start: first,
    secrets_file: firstStart === null ? null : secretsFile,
  };
  return `${JSON.stringify(line)}\n`;
}
