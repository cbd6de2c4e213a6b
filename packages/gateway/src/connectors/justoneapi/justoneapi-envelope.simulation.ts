// The envelope of a simulated JustOneAPI and its token, for the platforms behind it.

import type { SimulatedAnswer, SimulatedRequest } from '../../testing/platforms/simulation.ts';
import { json } from '../short-video/short-video.simulation.ts';

export const TOKEN = 'justoneapi-test-token';

export function isAuthorized({ url }: SimulatedRequest): boolean {
  return url.searchParams.get('token') === TOKEN;
}

export function wrapped(data: string): SimulatedAnswer {
  return json(`{"code":0,"message":"","recordTime":"2026-11-15 10:00:00","data":${data}}`);
}

export function code(value: number, status = 200): SimulatedAnswer {
  return json(`{"code":${value},"message":"..","recordTime":"2026-11-15 10:00:00","data":null}`, status);
}
