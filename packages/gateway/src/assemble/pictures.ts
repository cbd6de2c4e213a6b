// Serves pictures of platforms: which URL of the gateway stands for a picture, and where it is fetched from. They are
// fetched by an HTTP client of their own, so that picture hosts never displace connections to providers.
import type { Clock } from '../domain/clock.ts';
import { type Failure, failure } from '../domain/failure.ts';
import type { PictureDeps, ShownPicture } from '../http/pictures.ts';
import type { Library } from '../library/index.ts';
import { createPictureAddresses, type PictureAddresses } from '../operations/picture-address.ts';
import { Pictures } from '../pictures/pictures.ts';
import { createHttpTransport } from '../upstream/http-transport.ts';
import { createUpstream, type Transport } from '../upstream/upstream.ts';
import type { LiveSettings } from './live-settings.ts';

export interface PictureDesk extends PictureDeps {
  /** The path without the origin; null when pictures are off, and for pictures that cannot be fetched. */
  addressOf(url: string): string | null;
  close(): Promise<void>;
}

interface DeskParts {
  live: LiveSettings;
  library: Pick<Library, 'thumbnail'>;
  secret: Uint8Array;
  ports: { clock: Clock; transports: Record<string, Transport> };
}

const OWN_THUMBNAIL = /^\/api\/library\/v1\/thumbnails\/([^/]+)\.svg$/;

export function createPictureDesk({ live, library, secret, ports }: DeskParts): PictureDesk {
  const { clock, transports } = ports;
  const http = createHttpTransport({ clock });
  const upstream = createUpstream({ 'https:': http.transport, ...transports }, clock);
  const pictures = new Pictures({ upstream, clock });
  const addresses = createPictureAddresses(secret, clock);
  const isOn = () => live.config.service.pictures === 'proxy';
  return {
    addressOf: (url) => (isOn() ? addressOf(addresses, live, url) : null),
    open: (text) => (isOn() ? addresses.open(text) : null),
    find: (source) => (source.kind === 'web' ? pictures.find(source.url) : drawn(library, source.id)),
    close: () => http.close(),
  };
}

/**
 * A picture that the gateway itself serves keeps its URL, unless that would name the library to callers that may not
 * see providers.
 */
function addressOf(addresses: PictureAddresses, live: LiveSettings, url: string): string | null {
  const own = live.publicUrl;
  if (!url.startsWith(`${own}/`)) return addresses.seal({ kind: 'web', url });
  const path = url.slice(own.length);
  const drawnId = OWN_THUMBNAIL.exec(path)?.[1];
  if (live.config.service.showProviders || drawnId === undefined) return path;
  return addresses.seal({ kind: 'library', id: decodeURIComponent(drawnId) });
}

async function drawn(library: DeskParts['library'], id: string): Promise<ShownPicture | Failure> {
  const svg = await library.thumbnail(id);
  if (svg === null) return failure('NOT_FOUND', 'There is no such picture.');
  return { type: 'image/svg+xml; charset=utf-8', bytes: new TextEncoder().encode(svg) };
}
