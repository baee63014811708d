import { assertParameter } from '#server/lending/parameters/parameters.ts';
import { POLICY_KEYS } from '#server/lending/parameters/policies.ts';
import { SEED_PARAMETERS } from '#server/lending/parameters/seed-parameters.ts';

type Seeds = typeof SEED_PARAMETERS;

/** Finds what the seeds of the parameters lack, each with the way to mend it. */
export function seedProblems(seeds: Seeds): string[] {
  const problems = seeds.map(problemOf).filter((problem) => problem !== '');
  const lacking = POLICY_KEYS.filter((name) => !seeds.some(({ kind, key }) => kind === 'policy' && key === name));
  return [...problems, ...lacking.map((key) => `Policy ${key} has no seed. ${mending('policy')}`)];
}

export function problemOf(row: Seeds[number]): string {
  try {
    assertParameter(row);
    return '';
  } catch (error) {
    return `${(error as Error).message} ${mending(row.kind)}`;
  }
}

function mending(kind: string): string {
  return `Add it to src/server/lending/parameters/${kind === 'policy' ? 'seed-policies' : 'seed-parameters'}.ts.`;
}

/** Before any test with a database: they all start with the seeds, and each would fail in words of its own. */
export function setup(): void {
  const problems = seedProblems(SEED_PARAMETERS);
  if (problems.length > 0) throw new Error(problems.join('\n'));
}
