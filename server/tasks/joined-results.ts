type Fields = Readonly<Record<string, unknown>>;

/**
 * The results of one row of a list whose cell has several items, as one: each field has the distinct values in
 * item order, which a CSV cell joins with `; `. undefined without results; missing ones are left out.
 */
export function joinedResults(of: readonly (Fields | undefined)[]): Fields | undefined {
  const results = of.filter((result) => result !== undefined);
  const [first] = results;
  if (results.length < 2) return first;
  const names = new Set(results.flatMap((fields) => Object.keys(fields)));
  return Object.fromEntries([...names].map((name) => [name, joined(results.map((fields) => fields[name]))]));
}

function joined(values: readonly unknown[]): unknown {
  const distinct = new Map(
    values
      .flat()
      .filter((value) => value !== null && value !== undefined && value !== '')
      .map((value) => [JSON.stringify(value), value]),
  );
  if (distinct.size > 1) return [...distinct.values()];
  const [only = null] = distinct.values();
  return only;
}
