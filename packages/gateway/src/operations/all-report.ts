// Owns what an answer says about each platform of a search over many: its definition and its words.
import { Type } from '../domain/schema.ts';

/** What became of one platform on one page. */
export const LEG_STATUSES = [
  'ok',
  'empty',
  'ended',
  'late',
  'timeout',
  'refused',
  'unreachable',
  'failed',
  'quota',
  'skipped_filter',
  'disabled',
] as const;
export type LegStatus = (typeof LEG_STATUSES)[number];

const nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);

const PlatformReport = Type.Object(
  {
    platform: Type.String(),
    provider: nullable(Type.String()),
    status: Type.Enum([...LEG_STATUSES], {
      description:
        '`late`: it had not answered when the page was made, and its items come on the next one. `unreachable`: nobody could be connected to, or it answered that it is out of order. `failed`: its answer could not be used. `skipped_filter`: it cannot apply a filter. `disabled`: it cannot be called here, or has no price.',
    }),
    items: Type.Integer({ minimum: 0, description: 'Items of this page that are from there.' }),
    took_ms: nullable(
      Type.Number({ description: 'Until it answered; null when it was not asked for this page.' }),
    ),
    end: nullable(Type.Enum(['more', 'exhausted', 'upstream_cap', 'unknown'])),
    charged: Type.String({ examples: ['0.012000'] }),
  },
  { $id: 'PlatformReport', description: 'What one platform brought to a page of a search over many.' },
);

/** Beside the page, in answers to searches over many platforms. */
export const allReport = {
  platforms: Type.Optional(
    Type.Array(PlatformReport, { description: 'With the platform `all`: what became of each.' }),
  ),
};
