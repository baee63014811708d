import fc from 'fast-check';
import { runs } from '#tests/scope.ts';

/** Holds for whatever the arbitraries draw: so many cases at night, an eighth in every change, always the same ones. */
export function forAll<Drawn extends [unknown, ...unknown[]]>(
  cases: number,
  arbitraries: { [Place in keyof Drawn]: fc.Arbitrary<Drawn[Place]> },
  holds: (...drawn: Drawn) => unknown,
): void {
  const property = fc.property<Drawn>(...arbitraries, (...drawn) => holds(...drawn) !== false);
  fc.assert(property, { seed: 20_260_115, numRuns: runs(cases) });
}
