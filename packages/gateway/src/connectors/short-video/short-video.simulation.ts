// What the simulated short-video platforms have in common: their items, and faults inside a good envelope. The sellers in this folder wrap
// them, each in its own way.
import { numberOf, type SimulatedAnswer } from '../../testing/platforms/simulation.ts';

export function json(body: string, status = 200): SimulatedAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body };
}

/** 19 digits, as on the real platforms: a double would change them. */
export const kuaishouId = (n: number): string => String(5_200_000_000_000_000_001n + BigInt(n) * 7n);
export const awemeId = (n: number): string => String(7_320_000_000_000_000_003n + BigInt(n) * 11n);

/** The indexes of a page's items, from 0. */
export function range(from: number, till: number): number[] {
  return Array.from({ length: Math.max(0, till - from) }, (_, i) => from + i);
}

/** The id as a bare number, as some sellers write it. */
export function kuaishouItem(n: number): string {
  return (
    `{"photo_id":${kuaishouId(n)},"caption":"video ${n} #cat","timestamp":${1_700_000_000_000 + n},` +
    `"user_id":${1_000 + (n % 9)},"user_name":"maker ${n % 9}","view_count":${n},"like_count":"1.${n % 9}w",` +
    `"headurls":[{"cdn":"p.example","url":"https://p.example/${n % 9}.jpg"}],"verified":${n % 9 === 0},"collect_count":${n},` +
    `"ext_params":{"video":15000,"w":720,"h":1280},"video":true,"share_info":"userId=3xu&photoId=3xp${n}"}`
  );
}

export function awemeItem(n: number): string {
  return (
    `{"aweme_id":"${awemeId(n)}","desc":"video ${n} #cat","create_time":${1_700_000_000 + n},` +
    `"author":{"uid":"${n % 9}","unique_id":"maker${n % 9}","nickname":"maker ${n % 9}","sec_uid":"MS4wLjAB${n % 9}","follower_count":0},` +
    `"text_extra":[{"type":1,"hashtag_name":"cat"}],"share_url":"https://share.example/video/${awemeId(n)}/?did=1&region=US",` +
    '"video":{"play_addr":{"url_list":["https://v.example/1.mp4"]},"duration":15000,"width":720,"height":1280},' +
    `"statistics":{"digg_count":${n},"play_count":${n * 10}}}`
  );
}

/** One video, or an empty list. */
export function kuaishouDetail(id: string | null, total: number): string {
  const n = numberOf(kuaishouId, id ?? '', total);
  return `{"result":1,"photos":[${n === null ? '' : kuaishouItem(n)}]}`;
}

/** One video, or the reason why there is none. */
export function awemeDetail(id: string | null, total: number): string {
  const n = numberOf(awemeId, id ?? '', total);
  if (n !== null) return `{"status_code":0,"aweme_detail":${awemeItem(n)}}`;
  return `{"status_code":0,"aweme_detail":null,"filter_list":[{"aweme_id":"${id}","reason":8}]}`;
}

export const garbage: { name: string; answer: SimulatedAnswer; code: string }[] = [
  {
    name: 'a check page with status 200',
    answer: {
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: '<!doctype html><title>Verify that you are human</title>',
    },
    code: 'UPSTREAM_REFUSED',
  },
  { name: 'half an answer', answer: json('{"code":200,"data":{"resu'), code: 'UPSTREAM_ERROR' },
];
