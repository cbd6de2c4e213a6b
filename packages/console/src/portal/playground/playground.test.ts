// Tests the rules of the playground: what a key can ask for, the request ids of calls, and which answers stay on the screen.
import { expect, test } from 'vitest';
import type { PricedEndpoint } from '../../api/api-types.ts';
import { noAnswer, ProblemError } from '../../api/problem.ts';
import { type Call, callOf, isSameCall } from './call.ts';
import { fitForm, readForm } from './form.ts';
import { askAbout, askForTrack, operationsOn } from './next-questions.ts';
import { linesOf, linesWith } from './transcript-lines.ts';
import { nextId } from './use-call-id.ts';
import { pageAfter, type Ran, withAnswer, withFailure } from './use-run.ts';

const sold = (group: 'u1' | 'u2', operation: string, platform: string) =>
  ({
    group,
    operation,
    platform,
    variant: 'stable',
    path: `/api/${group}/v1/${platform}/${operation}`,
  }) as PricedEndpoint;

const ALL = [
  sold('u1', 'video.search', 'library'),
  sold('u1', 'video.get', 'library'),
  sold('u1', 'video.search', 'tube'),
  sold('u2', 'video.search', 'tube'),
];

test('a key with all operations is offered all, and the form keeps its choices', () => {
  const fit = fitForm(ALL, readForm({ group: 'u2', platform: 'tube' }))!;
  expect(fit.form).toMatchObject({ group: 'u2', operation: 'video.search', platform: 'tube' });
  expect(fit.offer).toEqual({ groups: ['u1', 'u2'], operations: ['video.search'], platforms: ['tube'] });
});

test('a key without u2 keeps its form, also under an address that asks for u2', () => {
  const fit = fitForm(
    ALL.filter(({ group }) => group === 'u1'),
    readForm({ group: 'u2', about: 'cat' }),
  )!;
  expect(fit.form).toMatchObject({ group: 'u1', platform: 'library', about: 'cat' });
  expect(fit.offer).toEqual({
    ...{ groups: ['u1'], operations: ['video.search', 'video.get'], platforms: ['library', 'tube'] },
  });
});

test('a key without u1 has a form as well', () => {
  const fit = fitForm(
    ALL.filter(({ group }) => group === 'u2'),
    readForm({}),
  )!;
  expect([fit.form.group, fit.form.platform]).toEqual(['u2', 'tube']);
});

test('an unavailable operation or platform is replaced by the first available one', () => {
  const fit = fitForm(ALL, readForm({ operation: 'comment.replies', platform: 'nowhere' }))!;
  expect([fit.form.operation, fit.form.platform]).toEqual(['video.search', 'library']);
  expect(fitForm(ALL, readForm({ operation: 'video.get', platform: 'tube' }))!.form.platform).toBe('library');
});

test('a key without an operation of the playground has no form', () => {
  expect(fitForm([], readForm({}))).toBeNull();
  expect(fitForm([sold('u1', 'mounted.thing', 'wiki')], readForm({}))).toBeNull();
});

test.each(['https://nobody.example/watch?v=1', 'look: http://a.example', 'HTTPS://A.EXAMPLE'])(
  '%s is never searched for as a keyword',
  (about) => {
    const { form } = fitForm(ALL, readForm({ about }))!;
    expect(callOf(ALL, form)).toBeNull();
    expect(callOf(ALL, { ...form, about: 'cat' })?.query).toEqual({ keyword: 'cat' });
    // Operations that take an address do send it.
    const video = fitForm(ALL, readForm({ operation: 'video.get', about }))!.form;
    expect(callOf(ALL, video)?.query).toEqual({ url: about });
  },
);

const call = (query: Record<string, string>, path = '/p') => ({ path, query }) as Call;

test('two calls are the same when path and values are, in any order', () => {
  expect(isSameCall(call({ a: '1', b: '2' }), call({ b: '2', a: '1' }))).toBe(true);
  for (const other of [call({ a: '1' }), call({ a: '1', b: '3' }), call({ a: '1', b: '2' }, '/q')])
    expect(isSameCall(call({ a: '1', b: '2' }), other)).toBe(false);
});

const ran = (requestId: string, text = requestId) => ({ requestId, text, isReplay: false }) as Ran;
const refusal = new ProblemError({ detail: 'd', title: 't', code: 'NOT_FOUND', status: 404 } as never);

test('an id belongs to one call, and is used once', () => {
  const cat = call({ keyword: 'cat' });
  const first = { call: cat, id: 'pg-1' };
  expect(nextId(first, call({ keyword: 'cat' }), [], null)).toBe(first);
  const other = nextId(first, call({ keyword: 'dog' }), [], null);
  expect(other.id).toMatch(/^pg-[0-9a-f]{10}$/);
  expect(other.id).not.toBe('pg-1');
  expect(nextId(first, cat, [ran('pg-1')], null).id).not.toBe('pg-1');
  expect(nextId(first, cat, [ran('pg-0')], null)).toBe(first);
  expect(nextId({ call: null, id: 'pg-1' }, null, [], null).id).toBe('pg-1');
  expect(nextId(first, null, [], null).id).not.toBe('pg-1');
});

test('after a refusal the next run has a new id; without an answer it keeps its id, which leads to what was paid', () => {
  const next = { call: call({ keyword: 'cat' }), id: 'pg-1' };
  const failed = (error: unknown, requestId = 'pg-1') => ({ error, requestId, isFurther: false });
  expect(nextId(next, next.call, [], failed(refusal)).id).not.toBe('pg-1');
  expect(nextId(next, next.call, [], failed(noAnswer()))).toBe(next);
  expect(nextId(next, next.call, [], failed(refusal, 'pg-0'))).toBe(next);
});

const order = (requestId: string, adds = false) => ({ call: call({}), maxPrice: 1n, requestId, adds });

test('an answer replaces the last one, a further page is appended, and a repeat replaces its page', () => {
  const before = [ran('a'), ran('b')];
  expect(withAnswer(before, order('c'), ran('c')).map((one) => one.requestId)).toEqual(['c']);
  expect(withAnswer(before, order('c', true), ran('c')).map((one) => one.requestId)).toEqual(['a', 'b', 'c']);
  expect(withAnswer(before, order('b'), ran('b'))).toEqual([ran('a'), { ...ran('b'), isReplay: true }]);
  expect(withAnswer(before, order('b'), ran('b', 'other bytes'))[1]!.isReplay).toBe(false);
});

test('the next page asks what the page before it asked, and costs at most the same', () => {
  const shown = { call: call({ keyword: 'cat', count: '50' }), maxPrice: 50_000n };
  const answered = (answer: object) => ({ ...ran('a'), ...shown, answer }) as Ran;
  expect(pageAfter(answered({ has_more: true, pcursor: 'p2' }))).toEqual({
    ...{ call: call({ keyword: 'cat', count: '50', pcursor: 'p2' }), maxPrice: 50_000n, adds: true },
  });
  for (const last of [{ has_more: false, pcursor: 'p2' }, { pcursor: 'p2' }, { has_more: true }])
    expect(pageAfter(answered(last))).toBeNull();
});

test('a failure removes the old answer, unless a further page or a repeat failed', () => {
  const before = [ran('a'), ran('b')];
  expect(withFailure(before, order('c'))).toEqual([]);
  expect(withFailure(before, order('c', true))).toBe(before);
  expect(withFailure(before, order('a'))).toBe(before);
});

test('an answer links to further operations of its platform, with the form filled in', () => {
  expect([...operationsOn(ALL, 'tube')]).toEqual(['video.search']);
  expect(askAbout('comment.replies', 'tube', 'v&1', 'c 1')).toBe(
    '#/?operation=comment.replies&platform=tube&about=v%261&comment=c+1',
  );
  expect(askAbout('video.get', 'tube', 'v')).toBe('#/?operation=video.get&platform=tube&about=v');
});

test('a link to another track fills in the form, whose call asks for that track', () => {
  const link = askForTrack('library', 'v 1', { language: 'de', kind: 'human' });
  const form = readForm(Object.fromEntries(new URLSearchParams(link.split('?')[1])));
  expect(form).toMatchObject({ operation: 'transcript.get', platform: 'library', about: 'v 1' });
  const transcripts = [sold('u1', 'transcript.get', 'library')];
  expect(callOf(transcripts, form)!.query).toEqual({ id: 'v 1', language: 'de', kind: 'human' });
  const unknown = askForTrack('library', 'v', { language: null, kind: null });
  const other = readForm(Object.fromEntries(new URLSearchParams(unknown.split('?')[1])));
  expect(callOf(transcripts, other)!.query).toEqual({ id: 'v' });
});

test('a transcript is searched without regard to case, also one without times', () => {
  const cues = [
    { start_ms: 1_000, end_ms: 2_000, text: 'Good Morning' },
    { start_ms: 3_723_000, end_ms: 3_724_000, text: 'Bye' },
  ];
  const lines = linesOf({ cues, text: '' });
  expect(lines.map(({ at }) => at)).toEqual(['0:01', '1:02:03']);
  expect(linesWith(lines, ' gOOd ')).toEqual([lines[0]]);
  expect(linesWith(lines, '  ')).toBe(lines);
  expect(linesOf({ cues: [], text: 'one\ntwo' })).toEqual([
    { at: null, text: 'one' },
    { at: null, text: 'two' },
  ]);
  expect(linesOf({ cues: [], text: '' })).toEqual([]);
});
