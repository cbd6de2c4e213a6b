// The caps of a key or a project, as forms hold them and as the gateway takes them. Pure.

export const KEY_CAPS = ['daily', 'monthly', 'total', 'call'] as const;
export const PROJECT_CAPS = ['daily', 'monthly', 'total'] as const;
export type CapName = (typeof KEY_CAPS)[number];
export type CapTexts = Partial<Record<CapName, string>>;

const CAP_FIELDS = {
  daily: 'daily_cap',
  monthly: 'monthly_cap',
  total: 'total_cap',
  call: 'max_call',
} as const satisfies Record<CapName, string>;

type Capped = Partial<Record<(typeof CAP_FIELDS)[CapName], string | null>>;

export function capTexts(of: Capped): CapTexts {
  return Object.fromEntries(KEY_CAPS.map((name) => [name, of[CAP_FIELDS[name]] ?? '']));
}

/** An empty field means no cap. */
export function capsBody(texts: CapTexts, names: readonly CapName[]): Capped {
  return Object.fromEntries(names.map((name) => [CAP_FIELDS[name], texts[name]?.trim() || null]));
}
