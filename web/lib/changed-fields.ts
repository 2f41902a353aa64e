/** The fields with other values than before. An edit sends only these, so it doesn't put back what another tab saved meanwhile. */
export const changedFields = <T extends object>(before: T, after: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => value !== before[name as keyof T]),
  ) as Partial<T>;
