import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { PageMemory } from '../cache/page-memory.ts';
import type { Group } from '../domain/access/key.ts';
import { joinedBytes, withFacts } from '../domain/answer.ts';
import { isFailure } from '../domain/failure.ts';
import { toMicros } from '../domain/money.ts';
import { canonicalPage } from './operation.ts';
import { PageAnswer, writePaging } from './page-answer.ts';
import { rawResults } from './results.ts';
import { readSearch, SearchPage } from './video-search.ts';

const read = (query: Record<string, string>) => readSearch(query, { keywordCharsMax: 200 });
const fieldOf = (query: Record<string, string>) => {
  const result = read(query);
  return isFailure(result) ? result.errors?.[0]?.field : 'fine';
};

describe('a search', () => {
  test.each([
    ['one character', '猫'],
    ['200 characters', 'a'.repeat(200)],
    ['200 emoji, which are 400 code units', '🐱'.repeat(200)],
    ['right-to-left text', 'قطة مضحكة'],
    ['signs that mean something elsewhere', '% " * \' ; -- ( AND'],
  ])('may have a keyword of %s', (_name, keyword) => {
    expect(read({ keyword })).toMatchObject({
      ask: { keyword },
      pcursor: null,
      count: 20,
      includeRaw: false,
    });
  });

  test.each([
    ['no keyword', {}, 'keyword'],
    ['an empty keyword', { keyword: '' }, 'keyword'],
    ['only white space', { keyword: ' \u3000\t ' }, 'keyword'],
    ['201 characters', { keyword: 'a'.repeat(201) }, 'keyword'],
    ['201 emoji', { keyword: '🐱'.repeat(201) }, 'keyword'],
    ['5 kB', { keyword: 'a'.repeat(5_000) }, 'keyword'],
    ['a count of 0', { keyword: 'a', count: '0' }, 'count'],
    ['a count of 51', { keyword: 'a', count: '51' }, 'count'],
    ['a count that is no whole number', { keyword: 'a', count: '1.5' }, 'count'],
    ['a count that is empty', { keyword: 'a', count: '' }, 'count'],
    ['a count in other digits', { keyword: 'a', count: '٣' }, 'count'],
    ['something else to include', { keyword: 'a', include: 'media' }, 'include'],
    ['an age beyond a day', { keyword: 'a', max_age: '86401' }, 'max_age'],
    ['an age that is no whole number', { keyword: 'a', max_age: '1.5' }, 'max_age'],
    ['a parameter that there is not', { keyword: 'a', cursor: 'x' }, 'cursor'],
    ['a parameter that only a prototype has', { keyword: 'a', constructor: 'x' }, 'constructor'],
  ])('with %s is refused and the field named', (_name, query, field) => {
    expect(fieldOf(query as Record<string, string>)).toBe(field);
  });

  test.each([
    ['1 item', { count: '1' }, { count: 1 }],
    ['50 items', { count: '50' }, { count: 50 }],
    ['answers of a day', { max_age: '86400' }, { maxAgeSeconds: 86_400 }],
    ['whatever age', {}, { maxAgeSeconds: null }],
    ['raw records', { include: 'raw' }, { includeRaw: true }],
  ])('may ask for %s', (_name, more, expected) => {
    expect(read({ keyword: 'a', ...more } as unknown as Record<string, string>)).toMatchObject(expected);
  });

  test('is trimmed, so that white space around a keyword makes no other search', () => {
    expect(read({ keyword: '  cat ' })).toMatchObject({ ask: { keyword: 'cat' } });
  });

  test('differs from another in every parameter, and not by saying a default', () => {
    const variants = [
      { keyword: 'a' },
      { keyword: 'b' },
      { keyword: 'a', pcursor: 'x' },
      { keyword: 'a', count: '5' },
      { keyword: 'a', include: 'raw' },
      { keyword: 'a', max_age: '0' },
      { keyword: 'a', max_age: '60' },
    ].map((query) => read(query as unknown as Record<string, string>));
    const texts = variants.map((search) => (isFailure(search) ? '' : canonicalPage('/p', search)));
    expect(new Set(texts).size).toBe(7);
    const said = read({ keyword: 'a', count: '20', pcursor: '' });
    expect(isFailure(said) ? '' : canonicalPage('/p', said)).toBe(texts[0]);
  });

  test.each([
    [{ duration: 'short' }, ['duration_max=239']],
    [{ duration: 'medium' }, ['duration_min=240', 'duration_max=1200']],
    [{ duration: 'long', filters: 'best_effort' }, ['duration_min=1201', 'filters=best_effort']],
    [{ duration_min: '3', duration_max: '239' }, ['duration_min=3', 'duration_max=239']],
    [
      { published_after: '2024-01-01', language: 'EN-gb' },
      ['published_after=2024-01-01T00:00:00.000Z', 'language=en-GB'],
    ],
    [
      { region: 'de', safe: 'strict', license: 'cc', sort: 'views' },
      ['sort=views', 'region=DE', 'license=cc', 'safe=strict'],
    ],
    [{ min_height: '720', orientation: 'portrait' }, ['orientation=portrait', 'min_height=720']],
  ])(
    'with %o has the fingerprint that 0.1.0 gave it, so that its id is replayed by both',
    (filters, texts) => {
      // The keyword is a bound of `short`: only the filter itself is written in another form.
      const search = read({ keyword: '239.999', ...filters });
      const text = isFailure(search) ? search.detail : canonicalPage('/p', search);
      expect(text).toBe(JSON.stringify(['GET', '/p', '239.999', ...texts, '', 20, false]));
    },
  );
});

describe('the answer', () => {
  const paging = {
    pcursor: 'no_more',
    end: 'exhausted' as const,
    total: { value: 0, relation: 'eq' as const },
    resumed: false,
    says: {},
  };
  const figures = {
    requestId: 'r',
    unit: 'call' as const,
    unitPrice: '0.012000',
    items: null,
    sum: '1 x 0.012000',
    charged: '0.012000',
    currency: 'USD',
    source: 'live' as const,
    catalogVersion: 1,
  };
  const textOf = (group: Group, results: string) => {
    const end = { keeper: new PageMemory(1_000_000), after: `,${writePaging(group, paging)}` };
    const asked = { group, platform: 'library', ask: { keyword: '猫 "x"' } };
    const answer = new PageAnswer(asked, 0, rawResults(results, end), []).write(figures);
    return joinedBytes(withFacts(answer, { balanceMicros: toMicros(9_988_000) })).toString();
  };

  test('of group u1 is a page of the published schema with its balance in the receipt', () => {
    const page = JSON.parse(textOf('u1', '[]'));
    expect(Value.Check(SearchPage, page)).toBe(true);
    expect(page.receipt.balance).toBe('9.988000');
  });

  test("of group u2 holds the platform's own text, digit for digit", () => {
    const text = textOf('u2', '{"id":7354000000000000001,"n":1.0}');
    expect(text).toContain('"raw":{"id":7354000000000000001,"n":1.0},');
    expect(JSON.parse(text)).not.toHaveProperty('total');
  });
});
