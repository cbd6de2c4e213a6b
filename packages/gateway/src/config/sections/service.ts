// The settings of the service and its two listeners.
import { Type } from '../../domain/schema.ts';
import { section, textSetting } from './parts.ts';

/** The names and addresses of the listener itself need not be listed. */
export const hostList = (what: string) =>
  Type.Array(textSetting('host', 'A host, with its port unless it is 80 or 443.'), {
    description: `Further host names under which browsers may open ${what}, as they appear in the address bar.`,
    maxItems: 100,
    default: [],
  });

export const serviceSection = section(
  {
    name: textSetting(
      'service_name',
      'Short name of the service; the request id header is x-NAME-request-id.',
      {
        default: 'reelgate',
      },
    ),
    title: textSetting(
      'title',
      'Name of the service as people read it: on pages, in the API reference and in links.',
      {
        default: 'Reelgate',
      },
    ),
    logo: Type.Optional(
      textSetting(
        'picture_file',
        'A picture shown beside the title, at most 256 KiB. It is read at the start and served by the gateway itself.',
      ),
    ),
    show_providers: Type.Boolean({
      description:
        'false hides from callers which provider serves a platform: answers, receipts, errors, pictures and the API reference name no provider, connector or host of one. Operators still see everything.',
      default: true,
    }),
    pictures: Type.Enum(['proxy', 'off'], {
      description:
        'Whether the pages show pictures of platforms: `proxy` fetches them through the gateway, `off` shows none. Browsers never contact a platform directly.',
      default: 'proxy',
    }),
    public: textSetting(
      'listen',
      'Where callers reach the API. Port 0 lets the operating system choose a port.',
      {
        default: '127.0.0.1:8080',
      },
    ),
    admin: textSetting('listen', 'Where operators reach the admin API. Do not expose it to the internet.', {
      default: '127.0.0.1:8081',
    }),
    public_url: Type.Optional(
      textSetting(
        'origin',
        'The origin at which callers see the gateway, for links in answers. Default: http:// and the public address.',
      ),
    ),
    admin_url: Type.Optional(
      textSetting(
        'origin',
        'The origin at which operators open the console, for its links. Default: http:// and the admin address.',
      ),
    ),
    security_contact: Type.Optional(
      textSetting('contact', 'Whom to tell of a security problem: /.well-known/security.txt names it.'),
    ),
    secret: Type.Optional(
      textSetting(
        'secret',
        'The key that encrypts cursors; the same for every node on one database. Without it, SQLite keeps one in the data folder and PostgreSQL in the database. Never shown.',
        { secret: true },
      ),
    ),
    trust_proxy: Type.Array(textSetting('address_range', 'An address or range.'), {
      description:
        'Proxies whose X-Forwarded-For header is believed: IP addresses or ranges. That of any other client is ignored.',
      maxItems: 100,
      default: [],
    }),
    cors: section(
      {
        origins: Type.Array(textSetting('cors_origin', 'An origin.'), {
          description:
            'Origins of web pages that may read answers; "*" stands for all. By default there are none.',
          maxItems: 100,
          default: [],
        }),
      },
      'What web pages of other origins may do. They need an API key like every caller.',
    ),
  },
  'The service and its two listeners.',
);
