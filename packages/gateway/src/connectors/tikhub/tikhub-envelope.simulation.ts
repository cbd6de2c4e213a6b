// The envelope of a simulated TikHub and its key, for the platforms behind it.

import type { SimulatedAnswer, SimulatedRequest } from '../../testing/platforms/simulation.ts';
import { json } from '../short-video/short-video.simulation.ts';

export const TOKEN = 'tikhub-test-key';

export const unauthorized = json('{"detail":{"code":401,"message":"Invalid API token"}}', 401);

export function isAuthorized({ headers }: SimulatedRequest): boolean {
  return headers.authorization === `Bearer ${TOKEN}`;
}

/** Without the parameters that a real one repeats: the keyword of another question would look like a late copy. */
export function wrapped(data: string): SimulatedAnswer {
  return json(`{"code":200,"request_id":"r","message":"Request successful.","params":{},"data":${data}}`);
}
