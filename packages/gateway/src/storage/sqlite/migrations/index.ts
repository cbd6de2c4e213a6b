// Owns the list of migrations. Their order is their number; a database's number is in PRAGMA user_version.
import { initial } from './0001-initial.ts';

export const migrations: readonly string[] = [initial];
