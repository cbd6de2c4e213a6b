// A real MediaWiki from Debian's package, in a folder of its own: SQLite, PHP's own web server, one uploader, some small videos and some
// pictures. Its database, settings and uploads are all below that folder.
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { ServerProgram } from './server-program.ts';

export const UPLOADER = 'Uploader';
/** Part of every title. */
export const KEYWORD = 'cats';

export interface Wiki {
  url: string;
  /** Titles of the files that are videos. */
  videos: string[];
  close(): Promise<void>;
}

/** Elements of EBML, the format of WebM: id, size, content. The smallest file in which MediaWiki recognises a video. */
function webm(number: number): Buffer {
  const element = (id: string, content: Buffer) =>
    Buffer.concat([Buffer.from(id, 'hex'), Buffer.of(0x80 | content.length), content]);
  const header = element('1a45dfa3', element('4282', Buffer.from('webm')));
  const track = element(
    'ae',
    Buffer.concat([element('d7', Buffer.of(number)), element('86', Buffer.from('V_VP8'))]),
  );
  return Buffer.concat([header, element('18538067', element('1654ae6b', track))]);
}

/** One pixel, and a comment so that no two files are the same. */
function png(number: number): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), content]);
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  const pixel = deflateSync(Buffer.of(0, 1, 2, 3));
  const chunks = [chunk('IHDR', header), chunk('tEXt', Buffer.from(`n\0${number}`)), chunk('IDAT', pixel)];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks, chunk('IEND', Buffer.alloc(0))]);
}

const SETTINGS_FILE = 'LocalSettings.php';

const settingsFor = (folder: string) => `
$wgServer = 'http://' . ( $_SERVER['HTTP_HOST'] ?? '127.0.0.1' );
$wgEnableUploads = true;
$wgFileExtensions = [ 'webm', 'png' ];
$wgUploadDirectory = '${folder}/images';
$wgUploadPath = '/images';
$wgJobRunRate = 0;
`;

export async function startWiki(
  { php, wiki }: Record<string, string>,
  count: { videos: number; pictures: number },
): Promise<Wiki> {
  const server: ServerProgram = new ServerProgram({
    name: 'wiki',
    program: php!,
    args: ({ folder, port }) => ['-S', `127.0.0.1:${port}`, '-t', path.join(folder, 'root')],
    env: ({ folder }) => ({ MW_CONFIG_FILE: path.join(folder, SETTINGS_FILE) }),
  });
  const maintain = (script: string, args: string[], env = {}) =>
    execFileSync(php!, [path.join(wiki!, 'maintenance', script), ...args], {
      cwd: server.folder,
      env: { ...process.env, ...env },
      stdio: 'pipe',
    });
  for (const name of ['root', 'data', 'images', 'uploads']) mkdirSync(path.join(server.folder, name));
  symlinkSync(wiki!, path.join(server.folder, 'root/w'));
  install(server.folder, maintain);
  const videos = upload(server, count, maintain);
  await server.start();
  const url = `http://127.0.0.1:${server.port}`;
  return { url, videos: videos.map((name) => `File:${name}`), close: () => server.remove() };
}

type Maintain = (script: string, args: string[], env?: Record<string, string>) => void;

function install(folder: string, maintain: Maintain): void {
  const database = ['--dbtype', 'sqlite', '--dbname', 'wiki', '--dbpath', path.join(folder, 'data')];
  const place = ['--confpath', folder, '--server', 'http://127.0.0.1', '--scriptpath', '/w'];
  maintain('install.php', [...database, ...place, '--pass', `a long one ${folder}`, 'Testwiki', UPLOADER]);
  appendFileSync(path.join(folder, SETTINGS_FILE), settingsFor(folder));
}

function upload(
  server: ServerProgram,
  count: { videos: number; pictures: number },
  maintain: Maintain,
): string[] {
  const videos = Array.from({ length: count.videos }, (_, n) => `Clip ${n} of ${KEYWORD}.webm`);
  for (const [n, name] of videos.entries()) server.write(`uploads/${name}`, webm(n));
  for (let n = 0; n < count.pictures; n++) server.write(`uploads/Still ${n} of ${KEYWORD}.png`, png(n));
  const env = { MW_CONFIG_FILE: path.join(server.folder, SETTINGS_FILE) };
  const uploads = path.join(server.folder, 'uploads');
  maintain('importImages.php', ['--user', UPLOADER, '--comment', 'Made for a test.', uploads], env);
  maintain('runJobs.php', [], env);
  return videos;
}
