// Owns the words of `comments list`: comments on one video, page by page, without the replies to them.
import { videoComments } from '../operations/video-comments.ts';
import { dataCommand } from './data-command.ts';

export const commentsListCommand = dataCommand({
  name: 'comments list',
  summary: 'List the comments on a video through a running gateway, as a customer',
  operation: videoComments,
  method: ({ comments }) => comments.list,
  notes: 'A video that is not there costs nothing.',
  examples: [
    'comments list https://youtu.be/dQw4w9WgXcQ --sort newest',
    'comments list sample-en-01 --platform library --pages 2 --json',
  ],
});
