// What is true of a platform, by whatever connector its records come: written once, with where it was read and when. Texts are for callers:
// whole sentences.
import type { OperationName } from '../connector.ts';

export interface PlatformFact {
  platform: string;
  text: string;
  /** Where it was read. */
  source: string;
  /** A day or a month. */
  checkedAt: string;
  /** The connectors whose operations it is about; all of the platform when absent. */
  connectors?: readonly string[];
  /** The operations it is about; all when absent. */
  operations?: readonly OperationName[];
}

const YOUTUBE_HISTORY = 'https://developers.google.com/youtube/v3/revision_history';

/** Notices of March 2025 and August 2026. */
export const YOUTUBE_VIEWS: PlatformFact = {
  platform: 'youtube',
  text: 'A view of a short video counts from its first frame since 31 March 2025, one of any other since 27 August 2026.',
  source: YOUTUBE_HISTORY,
  checkedAt: '2026-11',
};

/** The front ends have no such chart. */
export const YOUTUBE_CHART: PlatformFact = {
  platform: 'youtube',
  text: 'Since 21 July 2025 the chart has what is popular of music, films and games alone.',
  source: YOUTUBE_HISTORY,
  checkedAt: '2026-11',
  connectors: ['youtube'],
  operations: ['video.popular'],
};

export const PLATFORM_FACTS: readonly PlatformFact[] = [YOUTUBE_VIEWS, YOUTUBE_CHART];
