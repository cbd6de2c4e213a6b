// Owns the words of `search`: a paged search by keyword.
import { videoSearch } from '../operations/video-search.ts';
import { dataCommand } from './data-command.ts';

export const searchCommand = dataCommand({
  name: 'search',
  summary: 'Search through a running gateway, as a customer',
  operation: videoSearch,
  method: ({ videos }) => videos.search,
  examples: [
    'search library "night sky"',
    'search library 猫 --pages 3 --count 10 --request-id cats-1',
    'search library cat --sort newest --duration short',
    'search all "night sky" --platforms library,youtube --max-price 0.03',
  ],
});
