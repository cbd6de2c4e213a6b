// Owns what `doctor` says of one thing that it looked at.
export interface Finding {
  check: string;
  state: 'ok' | 'warn' | 'fail';
  detail: string;
}
export type Diagnosis = Omit<Finding, 'check'>;

export const ok = (detail: string): Diagnosis => ({ state: 'ok', detail });
export const warn = (detail: string): Diagnosis => ({ state: 'warn', detail });
export const fail = (detail: string): Diagnosis => ({ state: 'fail', detail });

/** A check that throws has failed, and its message says why. */
export async function look(check: string, work: () => Diagnosis | Promise<Diagnosis>): Promise<Finding> {
  try {
    return { check, ...(await work()) };
  } catch (error) {
    return { check, ...fail(error instanceof Error ? error.message : String(error)) };
  }
}
