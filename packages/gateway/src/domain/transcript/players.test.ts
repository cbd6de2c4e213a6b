// The cues of `readCues` are held against those of two players on files of both formats. The blocks of WebVTT are read by video.js, which follows the standard but needs a
// browser for the text of a cue; that text, and SRT, is read by Vidstack's `media-captions`. Files that the standard leaves to players are in read-captions.test.ts.
import { createRequire } from 'node:module';
import * as mediaCaptions from 'media-captions';
import { expect, test } from 'vitest';
import { type Cue, tidyText } from './cue.ts';
import { readCues } from './read-captions.ts';

interface PlayerCue {
  startTime: number;
  endTime: number;
  text: string;
}

type TextNode = { type: 'text'; data: string } | { type: 'c' | 'i' | 'v'; children: TextNode[] };

/** What the test uses of Vidstack's reader, whose types are written for bundlers. */
interface Vidstack {
  parseText(text: string, options: { type: 'srt' }): Promise<{ cues: PlayerCue[] }>;
  tokenizeVTTCue(cue: PlayerCue): TextNode[];
}

const vidstack = mediaCaptions as unknown as Vidstack;

/** What the test uses of video.js's parser, which has no types. */
interface VttJs {
  WebVTT: {
    Parser: new (
      window: object,
      library: object,
      decoder: unknown,
    ) => { oncue: (cue: PlayerCue) => void; parse(text: string): void; flush(): void };
    StringDecoder(): unknown;
  };
}

const vttJs = createRequire(import.meta.url)('videojs-vtt.js') as VttJs;

const files: Record<string, string> = {
  'plain.vtt': 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nFirst.\n\n00:00:02.500 --> 00:00:04.000\nSecond.\n',
  'bom-and-crlf.vtt':
    '\ufeffWEBVTT\r\n\r\n00:00:01.000 --> 00:00:02.000\r\nOne line\r\nand another\r\n\r\n00:00:03.000 --> 00:00:04.000\r\nLast\r\n',
  'header.vtt':
    'WEBVTT - a title: with words\nKind: captions\nLanguage: en\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n00:01.000 --> 00:02.000\nText\n',
  'blocks.vtt':
    'WEBVTT\n\nNOTE one line\n\nNOTE\nseveral\nlines: 00:01 is no time\n\nSTYLE\n::cue(b) { color: red }\n\nREGION\nid:fred\nwidth:40%\n\n00:01.000 --> 00:02.000 region:fred\nText\n\nNOTE at the end\n',
  'identifiers.vtt':
    'WEBVTT\n\nintro\n00:01.000 --> 00:02.000\nA\n\n2\n00:02.000 --> 00:03.000\nB\n\n- third -\n00:03.000 --> 00:04.000\nC\n',
  'settings.vtt':
    'WEBVTT\n\n00:01.000 --> 00:02.000 align:start position:0% line:-1 size:50%\nA\n\n00:02.000-->00:03.000\tvertical:rl\nB\n\n  00:03.000   -->   00:04.000   nonsense\nC\n',
  'missing-hours.vtt':
    'WEBVTT\n\n59:59.999 --> 01:00:00.500\nOver the hour\n\n1:02:03.004 --> 1:02:04.000\nOne digit\n',
  'long-stream.vtt': 'WEBVTT\n\n123:45:06.789 --> 123:45:08.000\nAfter five days\n',
  'tags.vtt':
    'WEBVTT\n\n00:01.000 --> 00:02.000\n<c.yellow.bg_blue>Yes</c>, <i>no</i> and <b><u>both</u></b>\n\n00:02.000 --> 00:03.000\n<ruby>漢<rt>kan</rt>字<rt>ji</rt></ruby> <lang en-GB>colour</lang> <unknown>word</unknown>\n',
  'voices.vtt':
    'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Esme>Hi!</v>\n\n00:02.000 --> 00:03.000\n<v.loud Mary Ann>Hello\n<v Roger Bingham>Bye\n',
  'time-tags.vtt':
    'WEBVTT\n\n00:01.000 --> 00:05.000\nOne<00:00:02.000> two<00:00:03.500><c> three</c><00:00:04.000>\n',
  'references.vtt':
    'WEBVTT\n\n00:01.000 --> 00:02.000\nR&amp;B &lt;3 &gt; pop &quot;x&quot; it&#39;s\n\n00:02.000 --> 00:03.000\na&nbsp;b&lrm;c&rlm;d &amp;lt; & R&B &nonsense;\n',
  'lines.vtt':
    'WEBVTT\n\n00:01.000 --> 00:02.000\n- One\n- Two\n- Three\n\n\n\n\n00:02.000 --> 00:03.000\nAfter empty lines\n',
  'overlapping.vtt':
    'WEBVTT\n\n00:01.000 --> 00:09.000\nLong\n\n00:02.000 --> 00:03.000\nShort\n\n00:02.000 --> 00:05.000\nSame start\n',
  'out-of-order.vtt':
    'WEBVTT\n\n00:09.000 --> 00:10.000\nThird\n\n00:01.000 --> 00:02.000\nFirst\n\n00:05.000 --> 00:06.000\nSecond\n',
  'automatic.vtt':
    'WEBVTT\nKind: captions\nLanguage: en\n\n00:00:00.160 --> 00:00:02.389 align:start position:0%\n \nwelcome<00:00:00.480><c> back</c>\n\n00:00:02.389 --> 00:00:02.399 align:start position:0%\nwelcome back\n \n\n00:00:02.399 --> 00:00:04.550 align:start position:0%\nwelcome back\nto<00:00:02.879><c> the</c><00:00:03.120><c> show</c>\n\n00:00:04.550 --> 00:00:04.560 align:start position:0%\nto the show\n \n',
  'no-empty-line.vtt':
    'WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n00:02.000 --> 00:03.000\nTwo\n\n00:03.000 --> 00:04.000\nThree',
  'bad-times.vtt':
    'WEBVTT\n\n00:01.000 --> 00:02.000\nGood\n\n00:xx.000 --> 00:03.000\nBad\nand its second line\n\nbad-id\n00:03.000 -> 00:04.000\nNo arrow\n\n00:05.000 --> 00:06.000\nGood again\n',
  'open-tags.vtt':
    'WEBVTT\n\n00:01.000 --> 00:02.000\n<i>never closed\n\n00:02.000 --> 00:03.000\nkept <c.lost\n\n00:03.000 --> 00:04.000\n</b>stray\n',
  'spaces.vtt':
    'WEBVTT\n\n00:01.000 --> 00:02.000\n \n  indented\n\t\n\n00:02.000 --> 00:03.000\n \n\n00:03.000 --> 00:04.000\nlast  \n',
  'scripts.vtt':
    'WEBVTT\n\n00:01.000 --> 00:02.000\n你好，世界 👋🏽\n\n00:02.000 --> 00:03.000\n\u200fשלום\u200f\n\n00:03.000 --> 00:04.000\nnaïve e\u0301 \ufffd\n',
  'empty.vtt': 'WEBVTT\n',
  'plain.srt':
    '1\n00:00:01,000 --> 00:00:02,000\nFirst.\n\n2\n00:00:02,500 --> 00:00:04,000\nSecond\nin two lines.\n',
  'crlf.srt':
    '\ufeff1\r\n00:00:01,000 --> 00:00:02,000\r\nFirst.\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nSecond.\r\n\r\n',
  'points.srt':
    '1\n00:00:01.000 --> 00:00:02.000\nWith points\n\n2\n00:03,000 --> 00:04,000\nWithout hours\n',
  'tags.srt':
    '1\n00:00:01,000 --> 00:00:02,000\n<font color="#ff0000">Red</font> <i>and</i> <b>bold</b>\n\n2\n00:00:02,000 --> 00:00:03,000\nTom &amp; Jerry\n',
  'no-numbers.srt': '00:00:01,000 --> 00:00:02,000\nFirst\n\n00:00:03,000 --> 00:00:04,000\nSecond\n',
  'wrong-numbers.srt':
    '7\n00:00:05,000 --> 00:00:06,000\nSecond\n\n7\n00:00:01,000 --> 00:00:02,000\nFirst\n\n1\n00:00:01,500 --> 00:00:08,000\nOverlaps\n',
};

test.each(Object.keys(files))('%s has the cues that a player shows', async (name) => {
  const file = files[name] as string;
  // A player decodes bytes, which removes the mark.
  const decoded = new TextDecoder().decode(new TextEncoder().encode(file));
  const shown = name.endsWith('.srt') ? await cuesOfSrt(decoded) : cuesOfVtt(decoded);
  expect(shown.length > 0).toBe(name !== 'empty.vtt');
  expect(readCues(file)).toEqual(sorted(shown.map(toCue).filter(({ text }) => text !== '')));
});

function cuesOfVtt(text: string): PlayerCue[] {
  const cues: PlayerCue[] = [];
  const parser = new vttJs.WebVTT.Parser({}, vttJs, vttJs.WebVTT.StringDecoder());
  parser.oncue = (cue) => cues.push(cue);
  parser.parse(text);
  parser.flush();
  return cues;
}

async function cuesOfSrt(text: string): Promise<PlayerCue[]> {
  return (await vidstack.parseText(text, { type: 'srt' })).cues;
}

function toCue({ startTime, endTime, text }: PlayerCue): Cue {
  const nodes = vidstack.tokenizeVTTCue({ startTime, endTime, text });
  return {
    startMs: Math.round(startTime * 1000),
    endMs: Math.round(endTime * 1000),
    text: tidyText(nodes.map(textOfNode).join('')),
  };
}

function textOfNode(node: TextNode): string {
  return node.type === 'text' ? node.data : node.children.map(textOfNode).join('');
}

/** As the standard sorts the cues of a track. */
function sorted(cues: Cue[]): Cue[] {
  return cues.toSorted((a, b) => a.startMs - b.startMs || b.endMs - a.endMs);
}
