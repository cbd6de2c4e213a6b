import { expect, test } from 'vitest';
import { repositoryMistakes, wishOf } from './settings.ts';

const settingsOf = (args: string[], env = {}) => {
  const wish = wishOf(args, env);
  return wish.kind === 'release' ? wish.settings : wish.kind;
};

test('a release is dry, is made, or is made and published, with the address of its argument before that of the environment', () => {
  expect(settingsOf(['--dry-run'])).toEqual({ mode: 'dry-run', repository: null, withProvenance: true });
  const env = { REELGATE_REPOSITORY: 'https://code.example/acme/reelgate.git' };
  expect(settingsOf([], env)).toMatchObject({
    mode: 'release',
    repository: 'https://code.example/acme/reelgate',
  });
  expect(settingsOf(['--publish', '--no-provenance', '--repository', 'https://a.example/b/c/'], env)).toEqual(
    {
      ...{ mode: 'publish', repository: 'https://a.example/b/c', withProvenance: false },
    },
  );
});

test('what contradicts itself or is no version gets the help', () => {
  expect(settingsOf(['--dry-run', '--publish'])).toBe('help');
  expect(settingsOf(['--set-version', '1.2'])).toBe('help');
  expect(wishOf(['--set-version', '1.2.3'], {})).toEqual({ kind: 'set-version', version: '1.2.3' });
  expect(() => wishOf(['--publsh'], {})).toThrow('--publsh');
});

test('an address that people cannot open, or that carries a secret, is refused', () => {
  expect(repositoryMistakes('https://code.example/acme/reelgate')).toEqual([]);
  for (const wrong of [null, 'acme/reelgate', 'git@code.example:acme/reelgate', 'https://code.example/'])
    expect(repositoryMistakes(wrong)).toHaveLength(1);
  expect(repositoryMistakes('https://me:secret@code.example/acme/reelgate')).toHaveLength(1);
});
