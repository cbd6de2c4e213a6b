// Owns what operators and their pages are told of the service itself: where callers reach it.
import { Type } from '../domain/schema.ts';
import type { AdminDeps } from './deps.ts';

export const ServiceView = Type.Object(
  {
    public_url: Type.String({
      description: 'The origin under which callers reach the gateway.',
      examples: ['http://127.0.0.1:8080'],
    }),
  },
  { $id: 'Service', description: 'The service as callers know it.' },
);

export function serviceView({ publicUrl }: Pick<AdminDeps, 'publicUrl'>) {
  return { public_url: publicUrl() };
}
