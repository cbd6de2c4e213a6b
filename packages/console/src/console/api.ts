// Requests of the console.
import type { SessionPlace } from '../api/session.ts';
import { askBelow } from '../api/typed-ask.ts';

export const CONSOLE: SessionPlace = { name: 'reelgate.console' };

export const admin = askBelow(CONSOLE, '/admin/v1');
