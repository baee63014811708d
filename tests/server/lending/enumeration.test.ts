import { expect, test } from 'vitest';
import { IS_FULL_RUN } from '#tests/scope.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { DOORS, knownAndUnknown, shapeOf } from '#tests/support/people/enumeration.ts';

/** 1,000 of each, with their times: `npm run bench -- enumeration`. */
const SAMPLES = IS_FULL_RUN ? 100 : 2;

const lending = withTestLending({ trustedProxies: 1 });

test('at every door the answer about a client and the answer about nobody are the same', async () => {
  const people = await knownAndUnknown(lending, SAMPLES);
  for (const door of Object.keys(DOORS)) {
    const answers: unknown[] = [];
    for (let k = 0; k < SAMPLES; k += 1) {
      const [known, unknown] = [await people.known(door, k), await people.unknown(door, k)];
      // A door at which everybody is refused at once would show nothing.
      expect([200, 201, 202, 400, 404], door).toContain(known.status);
      expect(shapeOf(unknown), door).toEqual(shapeOf(known));
      answers.push(known.status);
      lending.clock.pass({ minutes: 61 });
    }
    expect(new Set(answers).size, door).toBe(1);
  }
});
