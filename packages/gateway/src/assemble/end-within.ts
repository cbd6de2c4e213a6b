// Waits for one part of a gateway that is being shut down.

/**
 * Waits until a part of the gateway has ended, but no longer than `ms` milliseconds: a database that is away may never confirm. A part
 * that fails is reported and counts as ended, so that the parts after it are closed too.
 */
export async function endWithin(
  work: Promise<unknown>,
  ms: number,
  onFailure: (error: unknown) => void,
): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, ms);
  await Promise.race([work.catch(onFailure), late.promise]);
  clearTimeout(timer);
}
