import { invalidFields, type Refusal, refused } from '#server/kit/errors.ts';

/** The refusal of a wrong proof: wrong and expired concern the field, over concerns the whole challenge. */
export function refusedProof(
  because: 'wrong' | 'expired' | 'over',
  field: 'code' | 'password',
  overCode: 'challenge_over' | 'registration_over',
): Refusal {
  if (because === 'over') return refused(410, overCode, 'This was answered, tried too often, or left too long.');
  const wrong = field === 'code' ? 'invalid' : 'mismatch';
  return invalidFields([{ field, code: because === 'expired' ? 'expired' : wrong }]);
}
