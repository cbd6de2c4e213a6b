// The reader's preferences: theme, language and time zone. Stored in this browser, never sent to the gateway.
import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';
export type Language = 'en' | 'zh';

interface Preferences {
  theme: Theme;
  language: Language;
  zone: 'UTC' | 'local';
}

const PLACE = 'reelgate.preferences';
const CHOICES: { [Name in keyof Preferences]: readonly Preferences[Name][] } = {
  theme: ['system', 'light', 'dark'],
  language: ['en', 'zh'],
  zone: ['UTC', 'local'],
};

function stored(): Partial<Preferences> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Preferences>;
  } catch {
    // The browser refuses storage: the preferences last as long as the page.
    return {};
  }
}

function chosen<Name extends keyof Preferences>(name: Name, fallback: Preferences[Name]): Preferences[Name] {
  const value = stored()[name];
  return value !== undefined && CHOICES[name].includes(value) ? value : fallback;
}

let current: Preferences = {
  theme: chosen('theme', 'system'),
  language: chosen('language', navigator.language.startsWith('zh') ? 'zh' : 'en'),
  zone: chosen('zone', 'UTC'),
};
const listeners = new Set<() => void>();

function apply(): void {
  document.documentElement.lang = current.language;
  document.documentElement.dataset.theme = current.theme;
}
apply();

export function choose(change: Partial<Preferences>): void {
  current = { ...current, ...change };
  apply();
  try {
    localStorage.setItem(PLACE, JSON.stringify(current));
  } catch {
    // As above: not stored.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, () => current);
}
