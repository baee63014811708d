import { expect, test } from 'vitest';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { anImpersonation } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

test.each(['READ_ONLY', 'ASSIST'] as const)(
  'staff in the place of a client (%s) never get the whole paper',
  { tags: 'asvs-8.1.2' },
  async (mode) => {
    const { headers } = await anImpersonation(lending, mode);
    const path = '/api/v1/documents/01890000-0000-7000-8000-000000000000/file';
    const answer = await lending.app.request(path, { headers });
    expect([answer.status, (await answer.json()).error.code]).toEqual([403, 'impersonation_forbidden']);
  },
);
