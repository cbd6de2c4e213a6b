// What `serve` says when the gateway serves: a text for the operator, with the secrets of the first start on an empty database, or one line for
// a program.
import type { Listening } from '../assemble/assemble.ts';
import { type Config, storageAddress } from '../config/config.ts';
import { listenUrl } from '../domain/network/listen-url.ts';
import { actionPath, operationActions } from '../operations/index.ts';
import type { FirstStart } from './first-start.ts';

/** When the secrets go to a file, the text does not contain them. */
export function announcement(
  config: Config,
  listening: Listening & { consoleLink: string | null },
  secretsFile: string | null,
): string {
  const base = listenUrl(listening.public);
  const lines = [`Reelgate serves ${base} (admin ${listenUrl(listening.admin)})`];
  const { firstStart } = listening;
  if (firstStart !== null && secretsFile === null) lines.push(...welcome(config, base, firstStart));
  else if (firstStart !== null) {
    lines.push(
      `First start: made account "${firstStart.accountName}" with 10.00 ${config.prices.currency}, a key and an admin token.`,
      `They are in ${secretsFile}, and nowhere else; only their hashes are stored. Take them, then delete the file.`,
    );
  }
  const { consoleLink } = listening;
  // An output that must not show secrets must not show a sign-in link either.
  if (consoleLink !== null && secretsFile === null)
    lines.push(
      '',
      `Console: ${consoleLink}`,
      '(works once and for two minutes; "reelgate console" prints another)',
    );
  else if (consoleLink !== null) lines.push('', 'Console: "reelgate console" prints a link that signs in.');
  return `${lines.join('\n')}\n`;
}

const placeOf = ({ storage, dataDir }: Config) =>
  storage.kind === 'postgres' ? storageAddress(storage) : dataDir;

/** Shown once; the three commands work when pasted. */
function welcome(config: Config, base: string, { apiKey, adminToken, accountName }: FirstStart): string[] {
  const path = actionPath('u1', 'library', operationActions[0]!.name);
  const bearer = `-H 'Authorization: Bearer ${apiKey}'`;
  return [
    '',
    `First start: made account "${accountName}" with 10.00 ${config.prices.currency}, a key and an admin token in`,
    `${placeOf(config)}. They are shown once; only their hashes are stored.`,
    '',
    `  key    ${apiKey}`,
    `  admin  ${adminToken}`,
    '',
    'Check the key, search, and show the price:',
    '',
    `  curl -s ${base}/api/test/apikey -H 'Content-Type: application/json' -d '{"key":"${apiKey}"}'`,
    `  curl -s '${base}${path}?keyword=%E7%8C%AB' ${bearer}`,
    `  curl -s '${base}/api/pricing/v1/endpoints?path=${path}' ${bearer}`,
    '',
    `API reference: ${base}/docs`,
  ];
}

// What `serve --json` prints when the gateway serves: one line, for a supervisor or a script that started it.

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
