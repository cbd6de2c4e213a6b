// The parts from which settings are described: a text of a known form, a whole number, a section, a mapping.
import type { TProperties, TSchema, TString, TUnsafe } from 'typebox';
import { Type } from '../../domain/schema.ts';
import { FORMS, type FormName, type ValueForm } from '../forms.ts';

/** Far above any real file; a mistake must not make the start slow. */
export const NAMES_MAX = 1000;

export const DAY_SECONDS = 86_400;

declare const MONEY: unique symbol;
/** A text of the form `money`. The mark exists only in the type; by it `Derived` tells amounts from other texts. */
export type AmountText = string & { readonly [MONEY]: true };

interface TextOptions {
  default?: string;
  secret?: boolean;
}

export function textSetting(form: 'money', description: string, more?: TextOptions): TUnsafe<AmountText>;
export function textSetting(form: FormName, description: string, more?: TextOptions): TString;
export function textSetting(form: FormName, description: string, more: TextOptions = {}): TSchema {
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
