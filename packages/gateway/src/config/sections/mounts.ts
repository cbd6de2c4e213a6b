// The settings of one mount: the OpenAPI document of an upstream, and which of its operations are sold.
import { GROUPS } from '../../domain/access/key.ts';
import { Type } from '../../domain/schema.ts';
import { FORMS } from '../forms.ts';
import { NAMES_MAX, section, textSetting } from './parts.ts';

const mountedOperation = section(
  {
    unit_price: Type.Optional(
      textSetting('money', 'The price of this operation, for all methods of its path.'),
    ),
    enabled: Type.Boolean({
      description: 'false leaves out an operation that `gets` would include.',
      default: true,
    }),
  },
  'One operation of a mount.',
);

export const mountSection = section(
  {
    group: Type.Enum([...GROUPS], { description: 'The group that the routes are in.', default: 'u2' }),
    name: textSetting('name', 'Path segment: the routes start with /api/GROUP/v1/NAME.'),
    openapi: textSetting('path', "The upstream's OpenAPI 3.0 or 3.1 document, JSON or YAML, up to 16 MiB."),
    provider: textSetting('name', 'The provider whose address and credential are used.'),
    unit_price: textSetting('money', 'The price of one successful call.'),
    operations: Type.Record(Type.String({ pattern: FORMS.operation.pattern }), mountedOperation, {
      additionalProperties: false,
      maxProperties: NAMES_MAX,
      keys: 'operation',
      description:
        'The operations to serve, by operationId or by method and path as the document writes them. ' +
        'An operation that is neither here nor in `gets` is not served.',
      default: {},
    }),
    gets: Type.Array(textSetting('gets', 'Which operations.'), {
      description:
        'Further GET operations to serve: a path as the document writes it, the beginning of a path followed by *, ' +
        'or tag:NAME.',
      maxItems: NAMES_MAX,
      default: [],
    }),
    credential: Type.Optional(
      textSetting(
        'credential',
        'Where the token of the provider is sent, when the document does not say it.',
      ),
    ),
    success_field: Type.Optional(
      textSetting(
        'field',
        'A field of the JSON body that says whether an answer with a 2xx status is a success.',
      ),
    ),
    success_values: Type.Array(textSetting('header', 'A value.'), {
      description:
        'The values of success_field that are charged. With any other value the call has failed and is not charged.',
      maxItems: 100,
      default: [],
    }),
  },
  'One group of pass-through routes.',
);
