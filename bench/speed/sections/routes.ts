// What other data routes cost compared with a live search: one video, and a page over five platforms. For a search over many platforms it
// also measures the time when one of them takes 20 ms.
import { Reelgate } from '../contenders/reelgate.ts';
import type { Section } from '../results.ts';
import { type Pace, runRounds } from '../rounds.ts';
import { allRow, getRow, liveRow, type Row } from '../rows.ts';
import type { Stage } from '../stage.ts';

const BASE = 'routes-live';
/** So few that no caller waits in a queue: only the wait for the platform remains. */
const CALLERS_FEW = 4;

export async function measureRoutes(stage: Stage, pace: Pace): Promise<Section> {
  const settings = { folder: stage.folder('routes'), upstream: stage.upstream.at };
  const contender = await stage.keep(Reelgate.start(settings));
  const slow = { platform: 'slow' } as const;
  const rows: Row[] = [
    liveRow({ id: BASE, label: 'one search', contender }),
    getRow({ id: 'routes-get', label: 'one video (`get_video_v2`)', contender }),
    allRow({ id: 'routes-all', label: 'a page over five platforms (`all`)', contender }),
    {
      ...liveRow({ id: 'routes-slow', label: 'one search, after 20 ms', contender }, slow),
      callers: CALLERS_FEW,
    },
    {
      ...allRow({ id: 'routes-all-slow', label: '`all`, one of five after 20 ms', contender }, 'slow'),
      callers: CALLERS_FEW,
    },
  ];
  return {
    id: 'routes',
    title: 'Other data routes',
    how: `Live calls on SQLite; the last two rows with ${CALLERS_FEW} callers. Each of the five platforms is asked for 20 items, of which the page shows 20 in all; the others are kept for the next pages.`,
    columns: 'throughput',
    rows: await runRounds(stage, rows, pace, BASE),
    skipped: [],
  };
}
