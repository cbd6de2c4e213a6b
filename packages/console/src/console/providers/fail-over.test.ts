// Tests that fail-over is shown in the sequence of the settings.
import { expect, test } from 'vitest';
import type { Provider } from '../../api/api-types.ts';
import { sequencesOf } from './fail-over.ts';

const provider = (name: string, platforms: Provider['platforms']) => ({ name, platforms }) as Provider;

test('each platform lists its providers by their position, whatever order they come in', () => {
  const order = sequencesOf([
    provider('second', [{ platform: 'tube', position: 2 }]),
    provider('first', [
      { platform: 'tube', position: 1 },
      { platform: 'clips', position: 1 },
    ]),
  ]);
  expect(order.map(({ platform, providers }) => [platform, providers.map(({ name }) => name)])).toEqual([
    ['clips', ['first']],
    ['tube', ['first', 'second']],
  ]);
});
