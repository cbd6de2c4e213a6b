// Owns the words of `author videos`: the videos of one author, page by page.
import { authorVideos } from '../operations/author-videos.ts';
import { dataCommand } from './data-command.ts';

export const authorVideosCommand = dataCommand({
  name: 'author videos',
  summary: 'List the videos of an author through a running gateway, as a customer',
  operation: authorVideos,
  method: ({ authors }) => authors.videos,
  notes: 'An author who is not there costs nothing.',
  examples: [
    'author videos https://www.youtube.com/@YouTube --pages 3',
    'author videos sample-author-1tosuxs --platform library --sort views',
  ],
});
