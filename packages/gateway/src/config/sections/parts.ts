// Owns the pieces that descriptions of settings are made of: a text of a known form, a whole number, a section, a mapping.
import type { TProperties, TSchema } from 'typebox';
import { Type } from '../../domain/schema.ts';
import { FORMS, type FormName, type ValueForm } from '../forms.ts';

/** Far above any real file; keeps a mistake from becoming a slow start. */
export const NAMES_MAX = 1000;

export const DAY_SECONDS = 86_400;

export function textSetting(
  form: FormName,
  description: string,
  more: { default?: string; secret?: boolean } = {},
) {
  const { pattern }: ValueForm = FORMS[form];
  return Type.String({ form, description, ...(pattern === undefined ? {} : { pattern }), ...more });
}

export function wholeSetting(
  minimum: number,
  maximum: number,
  description: string,
  more: { default?: number } = {},
) {
  return Type.Integer({ minimum, maximum, description, ...more });
}

export function section<P extends TProperties>(properties: P, description: string) {
  return Type.Object(properties, { additionalProperties: false, description });
}

/** A mapping whose keys the operator chooses. */
export function named<S extends TSchema>(each: S, description: string, fallback: unknown) {
  return Type.Record(Type.String({ pattern: FORMS.name.pattern }), each, {
    additionalProperties: false,
    maxProperties: NAMES_MAX,
    description,
    default: fallback,
  });
}
