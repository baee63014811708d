import fc from 'fast-check';
import { runs } from '#tests/scope.ts';

/**
 * Checks a property for whatever the arbitraries draw: so many cases at night, an eighth in every change, always the
 * same ones.
 * @param holds must not be asynchronous: nobody would wait for its promise, so whatever it expects would prove nothing
 * @throws with the smallest case found for which the property does not hold: `holds` throws or returns false
 */
export function forAll<Drawn extends [unknown, ...unknown[]]>(
  cases: number,
  arbitraries: { [Place in keyof Drawn]: fc.Arbitrary<Drawn[Place]> },
  // biome-ignore lint/suspicious/noConfusingVoidType: a promise may stand for void alone, but not for this union
  holds: (...drawn: Drawn) => boolean | void,
): void {
  const property = fc.property<Drawn>(...arbitraries, (...drawn) => holds(...drawn) !== false);
  fc.assert(property, { seed: 20_260_115, numRuns: runs(cases) });
}
