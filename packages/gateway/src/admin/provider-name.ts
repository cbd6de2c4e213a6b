// Owns how a provider is named in a path, and what is said when nobody goes by that name.
import { failure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';

export const providerParams = Type.Object({
  provider: Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,39}$' }),
});

export const noProvider = failure('NOT_FOUND', 'There is no such provider.');
