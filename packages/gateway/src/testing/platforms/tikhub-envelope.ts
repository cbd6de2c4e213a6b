// Owns the envelope of a simulated TikHub and its key, for the platforms behind it.
import { json } from './short-video.ts';
import type { SimulatedAnswer, SimulatedRequest } from './simulation.ts';

export const TOKEN = 'tikhub-test-key';

export const unauthorized = json('{"detail":{"code":401,"message":"Invalid API token"}}', 401);

export function isAuthorized({ headers }: SimulatedRequest): boolean {
  return headers.authorization === `Bearer ${TOKEN}`;
}

export function wrapped(data: string): SimulatedAnswer {
  return json(
    `{"code":200,"request_id":"r","message":"Request successful.","params":{"keyword":"x"},"data":${data}}`,
  );
}
