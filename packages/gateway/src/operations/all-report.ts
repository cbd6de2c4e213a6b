// The `platforms` field of an answer to a search over many platforms: what each platform contributed.
import { Type } from '../domain/schema.ts';

const LEG_STATUSES = [
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
        '`late`: it had not answered when the page was made; its items come on the next page. `unreachable`: no provider could be reached, or it reported an outage. `failed`: its answer could not be used. `skipped_filter`: it does not support a filter of this search. `disabled`: it is not available on this gateway, or has no price.',
    }),
    items: Type.Integer({
      minimum: 0,
      description: 'Number of items of this page that come from this platform.',
    }),
    took_ms: nullable(
      Type.Number({
        description: 'Milliseconds until the platform answered; null when it was not asked for this page.',
      }),
    ),
    end: nullable(Type.Enum(['more', 'exhausted', 'upstream_cap', 'unknown'])),
    charged: Type.String({ examples: ['0.012000'] }),
  },
  {
    $id: 'PlatformReport',
    description: 'What one platform contributed to a page of a search over many platforms.',
  },
);

/** Added to the page in answers to searches over many platforms. */
export const allReport = {
  platforms: Type.Optional(
    Type.Array(PlatformReport, { description: 'With the platform `all`: the result of each platform.' }),
  ),
};
