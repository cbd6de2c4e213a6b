import { expect, test } from 'vitest';
import { changelogMistakes, notesOf, unreleasedMistakes } from './changelog.ts';
import { readText, versionOf } from './version.ts';

const GOOD = `# Changelog

## Unreleased

## 0.2.0 – 2026-11-18

### New
- A thing ([guide](docs/guides/thing.md), [elsewhere](https://example.org/)).

## 0.1.0 – 2026-11-17

The first release.
`;

test('the changelog of this tree has a dated section of its version, newest first', () => {
  expect(changelogMistakes(readText('CHANGELOG.md'), versionOf())).toEqual([]);
});

test('a version without a dated section is refused, as is one that is not the newest', () => {
  expect(changelogMistakes(GOOD, '0.2.0')).toEqual([]);
  expect(changelogMistakes(GOOD, '0.3.0')).toEqual([expect.stringContaining('the version is 0.3.0')]);
  expect(changelogMistakes(GOOD, '0.1.0')).toHaveLength(1);
  expect(changelogMistakes(GOOD.replace(' – 2026-11-18', ''), '0.2.0')).toEqual([
    expect.stringContaining('"## 0.2.0" is not of the form'),
  ]);
  expect(changelogMistakes(GOOD.replace('2026-11-17', '2026-11-19'), '0.2.0')).toEqual([
    'the newest release is not the first',
  ]);
  expect(changelogMistakes(GOOD.replace(/### New\n.*\n/, ''), '0.2.0')).toEqual([
    'the section of 0.2.0 is empty',
  ]);
  expect(changelogMistakes(GOOD.replace('## Unreleased', ''), '0.2.0')).toHaveLength(2);
});

test('lines that are not in a release yet keep a commit from being released', () => {
  expect(unreleasedMistakes(GOOD)).toEqual([]);
  const waiting = GOOD.replace('## Unreleased\n', '## Unreleased\n\n- One.\n- Two.\n');
  expect(unreleasedMistakes(waiting)).toEqual([expect.stringContaining('has 2 lines')]);
  expect(changelogMistakes(waiting, '0.2.0')).toEqual([]);
});

test('the notes of a release are its section, with links into the repository', () => {
  const notes = notesOf(GOOD, '0.2.0', 'https://code.example/acme/reelgate/blob/v0.2.0');
  expect(notes).toBe(`# Reelgate 0.2.0 (2026-11-18)

### New
- A thing ([guide](https://code.example/acme/reelgate/blob/v0.2.0/docs/guides/thing.md), [elsewhere](https://example.org/)).
`);
  expect(notesOf(GOOD, '0.2.0', null)).toContain('[guide](docs/guides/thing.md)');
});
