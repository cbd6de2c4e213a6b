import { readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitepress';
import { menu, OUTPUT, ROOT, SOURCE } from '../pages.ts';

import { withPlainBlocks } from './blocks.ts';
import { withCheckedLinks } from './links.ts';

interface Renderer {
  renderAsync(source: string, env: object): Promise<string>;
}

/** Help texts of commands would be a third of the index. Their headings, the names of the commands, are found. */
const withoutHelp = (source: string, env: { relativePath: string }, markdown: Renderer) =>
  markdown.renderAsync(
    env.relativePath.endsWith('cli.md') ? source.replaceAll(/```[\s\S]*?```/g, '') : source,
    env,
  );

/** The icon of the portal, which its page contains. Without one, browsers ask for a file that is not there. */
function icon(): string {
  const page = readFileSync(path.join(ROOT, 'packages/console/portal/index.html'), 'utf8');
  return /<link rel="icon" href="([^"]+)"/.exec(page)![1]!;
}

export default defineConfig({
  head: [['link', { rel: 'icon', href: icon() }]],
  title: 'Reelgate',
  description: 'A self-hosted video search gateway with prepaid billing',
  srcDir: SOURCE,
  outDir: OUTPUT,
  cacheDir: '../node_modules/.cache/site',
  // Every page is one the site is made from: a dead link is a fault.
  ignoreDeadLinks: false,
  lastUpdated: false,
  // The menu is loaded once instead of being part of every page.
  metaChunk: true,
  markdown: {
    config(markdown) {
      withCheckedLinks(markdown as never);
      withPlainBlocks(markdown as never);
    },
  },
  themeConfig: {
    outline: { level: [2, 3] },
    // Built with the site and read by the browser: no service is asked.
    search: { provider: 'local', options: { _render: withoutHelp } },
    sidebar: menu(),
    nav: [
      { text: 'Guides', link: '/docs/guides/data-routes' },
      { text: 'Commands', link: '/docs/reference/cli' },
      { text: 'Settings', link: '/docs/reference/config' },
    ],
  },
});
