// Serves the webhook of the payment provider. The signature covers the exact bytes, so the body is kept unparsed.
// Without a signing secret the route does not exist, and an unsigned body changes nothing. It answers after the
// commit; when the commit fails, the answer makes the provider send the event again.
import { failure } from '../domain/failure.ts';
import { KB } from '../domain/limits.ts';
import type { PaymentNotification } from '../domain/payment-port.ts';
import type { Server } from './server.ts';

export interface PaymentWebhook {
  /** null when the bytes were not signed by the provider. */
  read(raw: Uint8Array, headers: Readonly<Record<string, unknown>>): PaymentNotification | null;
  take(news: PaymentNotification): Promise<void>;
}

const PAYMENT_NEWS_PATH = '/api/payments/v1/stripe';
/** The largest events of Stripe are some tens of kilobytes. */
const NEWS_BYTES_MAX = 512 * KB;

const NOT_SERVED = failure(
  'ROUTE_NOT_FOUND',
  'This gateway takes no payment events: payments.stripe.webhook_secret is not set.',
);
const NOT_SIGNED = failure('INVALID_REQUEST', 'The signature does not match the body.');
/** An error makes the provider send the event again and show it as failed in its own list. */
const UNREADABLE = failure('INVALID_REQUEST', 'The body is signed, but it is not a readable event.');

export function servePayments({ app, answers }: Server, webhook: PaymentWebhook | null): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
    scope.route({
      method: 'POST',
      url: PAYMENT_NEWS_PATH,
      bodyLimit: NEWS_BYTES_MAX,
      onRequest: async (_request, reply) => {
        if (webhook === null) return answers.failure(reply, NOT_SERVED);
      },
      handler: async ({ body, headers }, reply) => {
        const news = webhook!.read((body as Buffer | undefined) ?? Buffer.alloc(0), headers);
        if (news === null) return answers.failure(reply, NOT_SIGNED);
        if (news.kind === 'malformed') return answers.failure(reply, UNREADABLE);
        await webhook!.take(news);
        return answers.object(reply, 200, { received: news.kind });
      },
    });
  });
}
