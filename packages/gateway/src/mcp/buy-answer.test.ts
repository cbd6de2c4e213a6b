// What a tool does with a price above the operator's limit, against a gateway that gives the answers of the test.
import { expect, test } from 'vitest';
import { buyAnswer } from './buy-answer.ts';
import type { ToolPort } from './tool-port.ts';

const dear = {
  code: 'PRICE_CEILING',
  price: '0.03',
  detail: 'It costs 0.03.',
  next: 'fix',
  charged: '0.000000',
};
const unpaid = { charged: null, balance: null, isReplay: false };
const port = {
  payer: () => ({ keyId: 'k1', confirmAbove: '0.01' }),
  buy: async ({ requestId }) => ({ status: 402, body: dear, ...unpaid, requestId }),
  free: async () => ({ status: 200, body: { quote: 'q', currency: 'USD' }, ...unpaid }),
} as Partial<ToolPort> as ToolPort;

const agreed = JSON.stringify({ maxPrice: '0.02', quote: null, requestId: 'agreed-1' });
test.each([
  ['when nobody was asked', {}, null, true],
  ['not again when the price rose after the user agreed', {}, { agrees: true, state: agreed }, false],
  ['not when the model named the most that it pays', { max_price: '0.02' }, null, false],
])('the user is asked about a price above the limit: %s', async (_, given, reply, isAsked) => {
  const asked = { platform: 'library', action: 'search_video_v2', query: {} };
  const call = {
    given: { request_id: 'own-1', ...given },
    signal: AbortSignal.abort(),
    user: { canBeAsked: true, reply },
  };
  const answer = await buyAnswer(port, { tool: 'find_videos', asked, records: 'video' }, call);
  expect('question' in answer).toBe(isAsked);
});
