import { expect, test } from 'vitest';
import { userName } from './user-name.ts';

test('a user without a name, as in many containers, is named by number', () => {
  const nameless = () => {
    throw Object.assign(new Error('uv_os_get_passwd returned ENOENT'), { code: 'ERR_SYSTEM_ERROR' });
  };
  expect(userName(nameless, 1000)).toBe('user-1000');
  expect(userName(() => ({ username: 'ann' }), 1000)).toBe('ann');
});
