import { expect, test } from 'vitest';
import { OFFER_EXAMPLE } from '#api/endpoints/applications/make-public-offer.ts';
import { FEE_NAMES } from '#loan/fee-names.ts';

test('the fees of an offer are the fees by name, in the order they are read', () => {
  expect(Object.keys(OFFER_EXAMPLE.fees)).toEqual(FEE_NAMES);
});
