/** A Content-Security-Policy as directive → sources. */
type Policy = ReadonlyMap<string, ReadonlySet<string>>;

/** `script-src 'self' 'sha256-…'; img-src 'self'` → its directives. */
export function parsePolicy(text: string): Policy {
  const directives = text.split(';').map((part) => part.trim().split(/\s+/));
  return new Map(directives.filter(([name]) => name).map(([name, ...sources]) => [name as string, new Set(sources)]));
}

/**
 * One policy that allows everything the pages' own policies allow: Astro writes script hashes into each page, and the
 * header must not block them. The page's own policy still applies as well.
 */
export function mergePolicies(policies: readonly Policy[]): string {
  const merged = new Map<string, Set<string>>();
  for (const policy of policies) {
    for (const [name, sources] of policy) {
      const all = merged.get(name) ?? new Set<string>();
      for (const source of sources) all.add(source);
      merged.set(name, all);
    }
  }
  return [...merged].map(([name, sources]) => [name, ...withoutIdleNone(sources)].join(' ')).join('; ');
}

/** Browsers ignore `'none'` beside another source, with a warning. */
function withoutIdleNone(sources: ReadonlySet<string>): string[] {
  return sources.size > 1 ? [...sources].filter((source) => source !== "'none'") : [...sources];
}
