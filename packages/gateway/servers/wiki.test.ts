// The connector for MediaWiki sites against a real MediaWiki, through a whole gateway, and its simulated platform beside it. Debian's package
// has neither CirrusSearch nor TimedMediaHandler nor CommonsMetadata: file types in searches, durations, subtitles and licences cannot be
// compared here.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wikiWithoutCirrus } from '../src/connectors/commons/commons.simulation.ts';
import { type Answer, startTestGateway, type TestGateway } from '../src/testing/test-gateway.ts';
import { programsFor } from './programs.ts';
import { KEYWORD, startWiki, UPLOADER, type Wiki } from './wiki.ts';

const programs = programsFor('the connector for MediaWiki sites', 'MediaWiki');
const COUNT = { videos: 13, pictures: 5 };
const PAGES_MAX = 40;
const AGENT = 'Reelgate/0.1 (ops@example.org)';

describe.skipIf(programs === null)('a real MediaWiki', () => {
  let wiki: Wiki;
  let gateway: TestGateway;
  beforeAll(async () => {
    wiki = await startWiki(programs!, COUNT);
    const provider = { connector: 'commons', base_url: wiki.url, allow_private: true, user_agent: AGENT };
    const settings = `
service: { public: "127.0.0.1:0", admin: "[::1]:0" }
platforms: { commons: [wiki] }
providers: { wiki: ${JSON.stringify(provider)} }
cache: { fresh_seconds: 0 }
`;
    gateway = await startTestGateway({ settings });
  });
  afterAll(async () => {
    await gateway.close();
    await wiki.close();
  });

  const ask = (action: string, query: Record<string, string>): Promise<Answer> =>
    gateway.search(query, { path: `/api/u1/v1/commons/app/${action}` });

  interface Item {
    id: string;
    alt_ids: string[];
    title: string;
    author: { id: string };
    published_at: string | null;
  }

  async function walk(
    action: string,
    query: Record<string, string>,
  ): Promise<{ items: Item[]; end: string }> {
    const items: Item[] = [];
    let [pcursor, end] = ['', ''];
    for (let page = 0; pcursor !== 'no_more' && page < PAGES_MAX; page++) {
      const { status, body, text } = await ask(action, { ...query, pcursor });
      expect(status, text).toBe(200);
      items.push(...body.items);
      ({ pcursor, end } = body);
    }
    return { items, end };
  }

  const titlesOf = (items: Item[]) => items.map(({ alt_ids }) => alt_ids[0]!).toSorted();
  const all = () => wiki.videos.toSorted();

  test.each([1, 4, 7, 50])(
    'a search by pages of %i gives each video once, no picture, and ends',
    async (count) => {
      const { items, end } = await walk('search_video_v2', { keyword: KEYWORD, count: String(count) });
      expect(titlesOf(items)).toEqual(all());
      expect(end).toBe('exhausted');
      expect(items[0]).toMatchObject({
        author: { id: UPLOADER },
        title: expect.stringMatching(/^Clip \d+ of cats$/),
      });
    },
  );

  test('a search for nothing that is there is an empty page', async () => {
    expect(await walk('search_video_v2', { keyword: 'submarine' })).toEqual({ items: [], end: 'exhausted' });
  });

  test('words that could be operators of the search are words', async () => {
    for (const keyword of [
      `-${KEYWORD}`,
      `"${KEYWORD}`,
      `insource:${KEYWORD}`,
      `${KEYWORD} OR submarine`,
      '~',
      '* ( )',
    ])
      expect([keyword, (await ask('search_video_v2', { keyword })).status]).toEqual([keyword, 200]);
  });

  test('a video by its number, by its title, and several at once; a missing one is not found', async () => {
    const [first, second] = (await walk('search_video_v2', { keyword: KEYWORD })).items;
    for (const id of [first!.id, first!.alt_ids[0]!]) {
      const { status, body, text } = await ask('get_video_v2', { id });
      expect(status, text).toBe(200);
      expect(body.item).toMatchObject({ id: first!.id, title: first!.title });
    }
    const several = await ask('get_video_v2', { ids: `${first!.id},${second!.id},999999` });
    expect(several.body.items.map(({ id }: Item) => id)).toEqual([first!.id, second!.id]);
    expect((await ask('get_video_v2', { id: '999999' })).status).toBe(404);
  });

  test('the videos of an uploader, the newest first, and who that is; of a missing one, not found', async () => {
    const { items, end } = await walk('list_author_videos_v2', { author_id: UPLOADER, count: '5' });
    expect([titlesOf(items), end]).toEqual([all(), 'exhausted']);
    const times = items.map(({ published_at }) => published_at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect((await ask('get_author_v2', { author_id: UPLOADER })).body.item).toMatchObject({ name: UPLOADER });
    expect((await ask('get_author_v2', { author_id: 'Nobody here' })).status).toBe(404);
    expect((await ask('list_author_videos_v2', { author_id: 'Nobody here' })).status).toBe(404);
  });

  test('without TimedMediaHandler a video has no subtitles, and the call is not charged', async () => {
    const [first] = (await walk('search_video_v2', { keyword: KEYWORD })).items;
    const before = await gateway.money();
    const { status } = await ask('get_transcript_v2', { id: first!.id });
    expect(status).toBe(404);
    expect(await gateway.money()).toEqual(before);
  });

  describe('beside its simulation', () => {
    /** Of extensions that the package lacks, and of a site with many servers. */
    const OF_COMMONS = /\.(duration|LicenseShortName|Artist|servedby)\b/;
    const files =
      'prop=info|imageinfo&iiprop=url|size|mime|mediatype|timestamp|user|extmetadata&iilimit=1&iiurlheight=180';
    const QUESTIONS: Record<string, string> = {
      'a search': `generator=search&gsrnamespace=6&gsrsearch=${KEYWORD}&gsrlimit=4&${files}`,
      'the next page of a search': `generator=search&gsrnamespace=6&gsrsearch=${KEYWORD}&gsrlimit=4&gsroffset=4&continue=gsroffset||&${files}`,
      'a search without a result': `generator=search&gsrnamespace=6&gsrsearch=filetype:video submarine&gsrlimit=4&${files}`,
      'extensions beside a search': `generator=search&gsrnamespace=6&gsrsearch=${KEYWORD}&gsrlimit=4&meta=siteinfo&siprop=extensions&${files}`,
      'files of an uploader': `generator=allimages&gaisort=timestamp&gaidir=older&gaiuser=USER&gailimit=5&${files}`,
      'a page that is missing': `pageids=7777777&${files}`,
      'an account': 'list=users&ususers=USER&usprop=registration|editcount',
      'an account that is missing': 'list=users&ususers=Nobody&usprop=registration|editcount',
      'no search at all': 'generator=search&gsrsearch=',
    };
    const target = (question: string, user: string) =>
      `/w/api.php?action=query&format=json&formatversion=2&${question.replace('USER', user)}`;

    /** The paths of all fields; items of lists count as one. */
    function fieldsOf(value: unknown, at = ''): string[] {
      if (Array.isArray(value)) return value.flatMap((item) => fieldsOf(item, `${at}[]`));
      if (typeof value !== 'object' || value === null) return [`${at}: ${typeof value}`];
      return Object.entries(value).flatMap(([name, inner]) => fieldsOf(inner, `${at}.${name}`));
    }

    test.each(Object.entries(QUESTIONS))(
      '%s: the wiki has every field of the simulated answer',
      async (_name, question) => {
        const headers = { 'user-agent': AGENT };
        const real = await (await fetch(wiki.url + target(question, UPLOADER), { headers })).json();
        const url = new URL(target(question, 'u'), 'http://wiki.example');
        const simulated = wikiWithoutCirrus.answer({ method: 'GET', url, headers, body: '' }, COUNT.videos);
        const known = new Set(fieldsOf(real));
        const invented = fieldsOf(JSON.parse(simulated.body)).filter((field) => !known.has(field));
        expect([...new Set(invented)].filter((field) => !OF_COMMONS.test(field))).toEqual([]);
      },
    );
  });
});
