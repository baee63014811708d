import { describe, expect, test } from 'vitest';
import { putOffMarketingPrompt } from '#api/endpoints/profile/put-off-marketing-prompt.ts';
import { readMarketingConsent } from '#server/lending/people/store/consent-store.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

describe('204', () => {
  test('"not now" is neither a yes nor a no: the ledger of consents has nothing of it, however often it is said', async () => {
    const { headers, personId } = await aBorrower(lending);
    const say = async () => (await callEndpoint(lending, putOffMarketingPrompt, { headers })).status;
    expect(await say()).toBe(204);
    lending.clock.pass({ minutes: 5 });
    expect(await say()).toBe(204);
    expect((await readMarketingConsent(lending.db.kysely, personId)).changedAt).toBeNull();
  });
});
