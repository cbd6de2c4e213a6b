// The coverage of an operation is that of the connectors which can answer it on this platform.
import { expect, test } from 'vitest';
import { startTestGateway, TEST_SETTINGS } from '../../testing/test-gateway.ts';

test('a connector that has the operation on other platforms only adds nothing to its coverage here', async () => {
  const settings = TEST_SETTINGS.replace(
    'library: [library],',
    'library: [library], tiktok: [tik, library],',
  ).replace('providers:\n', 'providers:\n  tik: { connector: tikhub, token: k }\n');
  const gateway = await startTestGateway({ settings });
  try {
    const { body } = await gateway.ask('/api/pricing/v1/endpoints');
    const notesOf = (operation: string) =>
      body.endpoints
        .find(
          (one: { platform: string; operation: string }) =>
            one.platform === 'tiktok' && one.operation === operation,
        )
        .coverage.notes.join(' ');
    // Both answer searches; playlists of this connector are those of another platform.
    expect(notesOf('video.search')).toContain('Links to pictures');
    expect(notesOf('playlist.get')).not.toContain('Links to pictures');
  } finally {
    await gateway.close();
  }
});
