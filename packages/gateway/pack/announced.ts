// Reads the announcement of a gateway in a process of its own: where it serves.
import type { ChildProcess } from 'node:child_process';

export interface Announced {
  url: string;
  adminUrl: string;
  said: string;
}

export async function announced(child: ChildProcess): Promise<Announced> {
  let said = '';
  child.stderr!.on('data', (chunk) => {
    said += chunk;
  });
  for await (const chunk of child.stdout!.iterator({ destroyOnReturn: false })) {
    said += chunk;
    const [, url, adminUrl] = /serves (http:\S+).*admin (http:[^)\s]+)/.exec(said) ?? [];
    if (url !== undefined && said.endsWith('\n')) return { url, adminUrl: adminUrl!, said };
  }
  throw new Error(`did not serve: ${said}`);
}
