// Owns the words of `comments replies`: the replies to one comment, page by page.
import { commentReplies } from '../operations/comment-replies.ts';
import { dataCommand } from './data-command.ts';

export const commentsRepliesCommand = dataCommand({
  name: 'comments replies',
  summary: 'List the replies to a comment through a running gateway, as a customer',
  operation: commentReplies,
  method: ({ comments }) => comments.replies,
  notes: 'A comment that is not there costs nothing.',
  examples: ['comments replies library sample-en-01 sample-comment-01'],
});
