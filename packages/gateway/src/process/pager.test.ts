import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { showInPager } from './pager.ts';

test('the chosen program gets the whole text, and one that cannot start shows nothing', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-pager-'));
  try {
    const file = path.join(folder, 'shown');
    const text = 'a line\n'.repeat(20_000);
    expect(await showInPager(text, `cat > ${file}`)).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe(text);
    // A user who leaves at once is not an error.
    expect(await showInPager(text, 'true')).toBe(true);
    expect(await showInPager(text, `${folder}/no-such-program 2>/dev/null`)).toBe(false);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
