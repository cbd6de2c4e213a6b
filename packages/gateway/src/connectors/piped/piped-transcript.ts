// The transcripts of a Piped. Its answer about a video lists the tracks. Their files are on the instance's proxy, which passes on YouTube's TTML.
import { readCaptions } from '../../domain/transcript/read-captions.ts';
import { readTtml } from '../../domain/transcript/read-ttml.ts';
import type { AttemptFailure, Parsed, Provider, Transcribing, TranscriptResult } from '../connector.ts';
import { badResponse, failed } from '../parsing/failures.ts';
import { segment } from '../parsing/fields.ts';
import { object } from '../parsing/json.ts';
import { ofPublic, type ReadTrack, transcriptOf } from '../parsing/transcripts.ts';
import { pipedRequest } from './piped-api.ts';
import { pipedTracks, readPipedVideo } from './piped-video.ts';

export const pipedTranscript: Transcribing = {
  request: ({ id }, provider) => pipedRequest(provider, `/streams/${segment(id)}`),
  parse: (response, input, provider) =>
    ofPublic(readPipedVideo(response, input), ({ record: { id, license }, raw }) => {
      const tracks = pipedTracks(object(raw));
      if (tracks === null) return badResponse('the answer has no list of subtitles');
      const video = { id, license, missing: [] };
      return onKnownHost(transcriptOf(tracks, video, input, provider, readTrack), provider);
    }),
  fileHosts: ({ options }) => hostsOf(options.proxy_url),
  missing: [],
  cost: 1,
};

/** YouTube also has WebVTT, which an instance may ask for. */
const readTrack: ReadTrack = (body) => readTtml(body) ?? readCaptions(body);

function hostsOf(address: string | null | undefined): string[] {
  const host = URL.parse(address ?? '')?.host;
  return host === undefined || host === '' ? [] : [host];
}

/** Without the option, every transcript would be a failed request that counts against the provider's health. */
function onKnownHost(
  said: Parsed<TranscriptResult>,
  { baseUrl, options }: Provider,
): Parsed<TranscriptResult> {
  if (said.kind !== 'follow_up') return said;
  const known = [...hostsOf(baseUrl), ...hostsOf(options.proxy_url)];
  return hostsOf(said.request.url).every((host) => known.includes(host)) ? said : elsewhere();
}

function elsewhere(): AttemptFailure {
  const failure = failed(
    'refused',
    'the files of transcripts are on another host: name it as the option proxy_url',
  );
  return { ...failure, isOfInput: true };
}
