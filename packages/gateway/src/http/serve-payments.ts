// Owns the address to which a provider of payments tells what happened. Its signature is over the very bytes, so they are kept as they
// came; without a secret there is no such address, and what is not signed changes nothing. It answers after the commit, and whatever
// could not be committed is answered so that the provider tells it again.
import { failure } from '../domain/failure.ts';
import { KB } from '../domain/limits.ts';
import type { PaymentNotification } from '../domain/payment-port.ts';
import type { Server } from './server.ts';

export interface PaymentDoor {
  /** null when the bytes were not signed by the provider. */
  read(raw: Uint8Array, headers: Readonly<Record<string, unknown>>): PaymentNotification | null;
  take(news: PaymentNotification): Promise<void>;
}

export const PAYMENT_NEWS_PATH = '/api/payments/v1/stripe';
/** The largest that Stripe sends are some tens of kilobytes. */
const NEWS_BYTES_MAX = 512 * KB;

const NO_DOOR = failure('ROUTE_NOT_FOUND', 'Nobody tells of payments here.');
const NOT_SIGNED = failure('INVALID_REQUEST', 'The signature does not fit the body.');
/** So that the provider tells it again, and shows in its own list what was not taken. */
const UNREADABLE = failure('INVALID_REQUEST', 'The body is signed, and is no event that can be read.');

export function servePayments({ app, answers }: Server, door: PaymentDoor | null): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
    scope.route({
      method: 'POST',
      url: PAYMENT_NEWS_PATH,
      bodyLimit: NEWS_BYTES_MAX,
      onRequest: async (_request, reply) => {
        if (door === null) return answers.failure(reply, NO_DOOR);
      },
      handler: async ({ body, headers }, reply) => {
        const news = door!.read((body as Buffer | undefined) ?? Buffer.alloc(0), headers);
        if (news === null) return answers.failure(reply, NOT_SIGNED);
        if (news.kind === 'malformed') return answers.failure(reply, UNREADABLE);
        await door!.take(news);
        return answers.object(reply, 200, { received: news.kind });
      },
    });
  });
}
