// Links to pictures in records. On some platforms they are signed and lapse after hours; the address of a page does not. A record schema
// marks such a field by using one of these two, and `withoutLinks` finds the fields by them.
import { Type } from './schema.ts';

export const PictureLink = Type.String();

export const PictureLinkOrNull = Type.Union([Type.String(), Type.Null()]);
