// The list of sites whose addresses are known. A new site is one file in this folder and one line here.
import type { AddressSite } from '../address.ts';
import { archiveSite } from './archive.ts';
import { bilibiliSite } from './bilibili.ts';
import { commonsSite } from './commons.ts';
import { coubSite } from './coub.ts';
import { dailymotionSite } from './dailymotion.ts';
import { douyinSite } from './douyin.ts';
import { instagramSite } from './instagram.ts';
import { kuaishouSite } from './kuaishou.ts';
import { nasaSite } from './nasa.ts';
import { niconicoSite } from './niconico.ts';
import { odyseeSite } from './odysee.ts';
import { rutubeSite } from './rutube.ts';
import { pexelsSite, pixabaySite } from './stock.ts';
import { tiktokSite } from './tiktok.ts';
import { vimeoSite } from './vimeo.ts';
import { xiaohongshuSite } from './xiaohongshu.ts';
import { youtubeSite } from './youtube.ts';

export const sites: readonly AddressSite[] = [
  youtubeSite,
  tiktokSite,
  douyinSite,
  kuaishouSite,
  vimeoSite,
  dailymotionSite,
  archiveSite,
  commonsSite,
  niconicoSite,
  nasaSite,
  bilibiliSite,
  xiaohongshuSite,
  instagramSite,
  pexelsSite,
  pixabaySite,
  rutubeSite,
  odyseeSite,
  coubSite,
];
