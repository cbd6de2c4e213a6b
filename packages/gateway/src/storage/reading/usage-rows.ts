// Owns what the rows of usage say beside their columns: the platform of a path.
import { type Conditions, likeText } from '../steps/reading.ts';

/** Every billed path is `/api/<group>/v1/<platform>/…`, and groups have two characters. */
export function onPlatform(where: Conditions, platform: string, column = 'path'): Conditions {
  return where.add(`${column} LIKE ? ESCAPE '!'`, `/api/__/v1/${likeText(platform)}/%`);
}
