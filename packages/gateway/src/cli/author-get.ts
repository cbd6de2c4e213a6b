// Owns the words of `author get`: one author, as the platform shows it now.
import { authorGet } from '../operations/author-get.ts';
import { dataCommand } from './data-command.ts';

export const authorGetCommand = dataCommand({
  name: 'author get',
  summary: 'Get an author through a running gateway, as a customer',
  operation: authorGet,
  method: ({ authors }) => authors.get,
  notes: 'An author who is not there costs nothing.',
  examples: [
    'author get https://www.youtube.com/@YouTube',
    'author get sample-author-1tosuxs --platform library',
    'author get @tiktok --platform tiktok --json',
  ],
});
