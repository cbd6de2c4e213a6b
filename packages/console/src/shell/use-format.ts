// Formats of numbers, times and amounts, by the reader's preferences.
import { useMemo } from 'react';
import { type MoneyFormat, moneyFormat, parseMicros } from '../money/money.ts';
import { type TimeFormat, timeFormat, writeMs } from '../time/time.ts';
import { usePreferences } from './preferences.ts';

const LOCALE = { en: 'en-GB', zh: 'zh-CN' } as const;

export interface Format {
  time: TimeFormat;
  count(value: number): string;
  percent(share: number, places?: number): string;
  ms(value: number): string;
  money(currency: string): MoneyFormat;
  /** Takes decimals as the API writes them. */
  sum(decimal: string, currency: string): string;
  exact(decimal: string, currency: string): string;
  /** Writes each amount of one column; its total is among them. */
  column(decimals: readonly string[], currency: string): (decimal: string) => string;
}

/** A date that breaks over two lines is hard to read, so its parts are joined by spaces that do not break. */
function unbroken(time: TimeFormat): TimeFormat {
  const joined = Object.entries(time).map(([name, write]) => [
    name,
    typeof write === 'function'
      ? (...given: [string, number]) => write(...given).replaceAll(' ', '\u00a0')
      : write,
  ]);
  return Object.fromEntries(joined) as TimeFormat;
}

function formatOf(language: 'en' | 'zh', zone: 'UTC' | 'local'): Format {
  const locale = LOCALE[language];
  const counts = new Intl.NumberFormat(locale);
  const money = (currency: string) => moneyFormat(locale, currency);
  return {
    time: unbroken(timeFormat(locale, zone)),
    count: (value) => counts.format(value),
    percent: (share, places = 1) =>
      new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: places }).format(share),
    ms: (value) => writeMs(value, locale),
    money,
    sum: (decimal, currency) => money(currency).sum(parseMicros(decimal)),
    column: (decimals, currency) => {
      const write = money(currency).column(decimals.map(parseMicros));
      return (decimal) => write(parseMicros(decimal));
    },
    exact: (decimal, currency) => money(currency).exact(parseMicros(decimal)),
  };
}

export function useFormat(): Format {
  const { language, zone } = usePreferences();
  return useMemo(() => formatOf(language, zone), [language, zone]);
}
