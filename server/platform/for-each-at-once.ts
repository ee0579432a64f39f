/** Runs `work` for each item, `limit` at the same time. Throws the first error, after all that run have ended. */
export async function forEachAtOnce<T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  const errors: unknown[] = [];
  const run = async () => {
    for (let index = next++; index < items.length && errors.length === 0; index = next++) {
      try {
        await work(items[index] as T);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: limit }, run));
  if (errors.length > 0) throw errors[0];
}
