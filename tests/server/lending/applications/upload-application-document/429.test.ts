import { expect, test } from 'vitest';
import { uploadApplicationDocument } from '#api/endpoints/applications/upload-application-document.ts';
import { anApplicant } from '#tests/support/applications/applicant.ts';
import { createTestLending, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test('twenty files at once are all one client sends, right or wrong, to however many copies of the service', async () => {
  const { headers } = await anApplicant(lending, 'DEVICE');
  const other = createTestLending(lending.db, { clock: lending.clock });
  const send = async ({ app }: Pick<typeof lending, 'app'>) => {
    const form = new FormData();
    form.set('type', 'DNI_FRONT');
    form.set('file', new Blob(['no picture']), 'foto.jpg');
    return (await app.request(uploadApplicationDocument.path, { method: 'POST', headers, body: form })).status;
  };
  const statuses = [];
  for (let k = 0; k < 21; k += 1) statuses.push(await send(k % 2 === 0 ? lending : other));
  expect(statuses).toEqual([...Array(20).fill(415), 429]);
});
