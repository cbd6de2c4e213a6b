// Owns the words of `video get`: one video or several, as they are now.
import { videoGet } from '../operations/video-get.ts';
import { dataCommand } from './data-command.ts';

export const videoGetCommand = dataCommand({
  name: 'video get',
  summary: 'Get videos by address or id through a running gateway, as a customer',
  operation: videoGet,
  method: ({ videos }) => videos.get,
  notes:
    'Each address is a call of its own; ids go together, at the price of each one found. What is not there costs nothing.',
  examples: [
    'video get https://youtu.be/dQw4w9WgXcQ',
    'video get sample-en-01 sample-en-02 --platform library --json',
  ],
});
