// Owns what may be told of a setting that an operator gave: never the value of a secret.

export interface GivenSetting {
  /** As the file writes it: `providers.tikhub.cost`. */
  name: string;
  /** null: it is hidden, because it is a secret or may hold one. */
  value: string | null;
  /** Of the environment, where the value came from one. */
  variable: string | null;
}
