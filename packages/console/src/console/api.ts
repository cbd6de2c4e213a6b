// Owns how the console asks the gateway.
import { type Asked, ask } from '../api/request.ts';
import type { SessionPlace } from '../api/session.ts';

export const CONSOLE: SessionPlace = { path: '/admin/v1/session', name: 'reelgate.console' };

export function admin<T>(path: string, asked: Asked = {}): Promise<T> {
  return ask<T>(CONSOLE, `/admin/v1${path}`, asked);
}
