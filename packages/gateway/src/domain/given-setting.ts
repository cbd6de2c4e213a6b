// A setting that the operator gave, as it may be shown: never the value of a secret.

export interface GivenSetting {
  /** As written in the file: `providers.tikhub.cost`. */
  name: string;
  /** Null: hidden, because the value is a secret or may contain one. */
  value: string | null;
  /** The environment variable that the value came from; null when it came from the file. */
  variable: string | null;
}
