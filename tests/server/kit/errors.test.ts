import { expect, expectTypeOf, test } from 'vitest';
import { REFUSALS, type RefusalCode } from '#api/refusals.ts';
import { type CodeOf, refused, refusedBecause } from '#server/kit/errors.ts';

type Reason = 'too-late' | 'too-long';

test('a refusal has the code of its reason, and the one status of its code', () => {
  const codes: CodeOf<Reason> = { 'too-late': 'not_eligible', 'too-long': 'quote_expired' };
  expect(refusedBecause('too-long', codes, 'Too long.')).toEqual({
    kind: 'refused',
    status: REFUSALS.quote_expired.status,
    code: 'quote_expired',
    message: 'Too long.',
  });
  expectTypeOf<CodeOf<Reason>[Reason]>().toEqualTypeOf<RefusalCode>();
});

// The types are the test: each line below compiles only while the line after its comment does not.
test('what clients could not be told does not compile', () => {
  // @ts-expect-error a reason without a code
  const incomplete: CodeOf<Reason> = { 'too-late': 'not_eligible' };
  // @ts-expect-error a code that is not in the table
  const unknown: CodeOf<Reason> = { ...incomplete, 'too-long': 'much_too_long' };
  const reason = 'too-late' as Reason;
  // @ts-expect-error a reason that the rule has learnt since the codes were written
  refusedBecause(reason, { 'too-late': 'not_eligible' } as const, 'Too late.');
  // @ts-expect-error a client's code with another status than its own
  expect(refused(410, 'not_eligible', 'Too late.').status).not.toBe(REFUSALS.not_eligible.status);
  expect(unknown).toHaveProperty('too-late');
});
