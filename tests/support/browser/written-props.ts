/** An island's props as Astro writes them; tests/blocks/calculator-island.test.ts compares with its own. */
export function writtenProps(value: unknown): unknown {
  if (value === undefined) return [0];
  if (Array.isArray(value)) return [1, value.map(writtenProps)];
  if (typeof value !== 'object' || value === null) return [0, value];
  return [0, Object.fromEntries(Object.entries(value).map(([name, item]) => [name, writtenProps(item)]))];
}
