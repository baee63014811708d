import { expect, test } from 'vitest';
import { recordConsent } from '#api/endpoints/clients/record-consent.ts';
import { keepMarketingParams } from '#api/endpoints/people/keep-marketing-params.ts';
import { RECORD_CONSENT } from '#layouts/consent/consent.ts';
import { KEEP_MARKETING_PARAMS } from '#layouts/interface/keep-marketing.ts';

test.each([
  [KEEP_MARKETING_PARAMS, keepMarketingParams],
  [RECORD_CONSENT, recordConsent],
])('a page calls the address of the contract: $path', { tags: 'spec-7.17' }, (route, endpoint) => {
  expect(route).toEqual({ method: endpoint.method, path: endpoint.path });
});
