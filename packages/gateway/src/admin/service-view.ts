// Owns what operators and their pages are told of the service itself: its name, and where callers reach it.
import { Type } from '../domain/schema.ts';
import type { AdminDeps } from './deps.ts';

export const ServiceView = Type.Object(
  {
    title: Type.String({ description: 'Name of the service as people read it.', examples: ['Reelgate'] }),
    public_url: Type.String({
      description: 'The origin under which callers reach the gateway.',
      examples: ['http://127.0.0.1:8080'],
    }),
  },
  { $id: 'Service', description: 'The service as callers know it.' },
);

export type ServiceDeps = Pick<AdminDeps, 'publicUrl' | 'title'>;

export function serviceView({ publicUrl, title }: ServiceDeps) {
  return { title: title(), public_url: publicUrl() };
}
