import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { listDocuments } from '#server/lending/documents/document-store.ts';
import { issueDocuments } from '#server/lending/loan-documents/issue-documents.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { aClient, withArchive } from '#tests/support/loan-documents/archive.ts';
import { readPdf } from '#tests/support/loan-documents/read-pdf.ts';
import { aBorrower, anImpersonation } from '#tests/support/people/borrower.ts';

describe('200', () => {
  const archive = withArchive();

  async function aContract() {
    const { client, loan } = await aClient(archive);
    await issueDocuments(archive.documents);
    const { documents } = await listDocuments(archive.lending.db.kysely, client.personId, { type: 'CONTRACT' });
    const [contract] = documents;
    if (!contract) throw new Error('no contract');
    const path = `/api/v1/documents/${contract.id}/file`;
    const cookies = new Headers(client.headers).get('cookie')?.split('; ') ?? [];
    const inTab = (asked: Readonly<Record<string, string>>) =>
      archive.lending.app.request(path, { headers: { cookie: cookies.join('; '), ...asked } });
    return {
      contract,
      loan,
      inTab,
      cookies,
      get: () => archive.lending.app.request(path, { headers: client.headers }),
    };
  }

  test('a paper is a PDF with the hash of the list, the same bytes whenever it is loaded', {
    tags: 'promise-papers',
  }, async () => {
    const { contract, loan, get } = await aContract();
    const response = await get();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(contract.sha256);
    expect(bytes).toHaveLength(contract.byteLength);
    const { flat, pages } = await readPdf(bytes);
    expect(flat).toContain(loan.loan.number);
    expect(pages).toBe(contract.pages);
    archive.lending.clock.pass({ minutes: 90 });
    expect(Buffer.from(await (await get()).arrayBuffer()).equals(bytes)).toBe(true);
  });

  test('opened in a tab it is shown, reloaded and saved under its name, by both cookies', {
    tags: 'promise-papers',
  }, async () => {
    const { contract, loan, inTab } = await aContract();
    for (const site of ['same-origin', 'none', 'none']) {
      const answer = await inTab({ 'sec-fetch-site': site });
      expect(answer.status, site).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      expect(answer.headers.get('content-disposition')).toMatch(/^inline; filename="Contrato-de-prestamo-/);
      expect(answer.headers.get('content-disposition')).toContain(`${loan.loan.number}.pdf`);
      expect((await answer.arrayBuffer()).byteLength).toBe(contract.byteLength);
    }
  });

  test('its address alone opens nothing: not from another site, with one cookie, or without saying who asks', {
    tags: 'asvs-8.1.2',
  }, async () => {
    const { inTab, cookies } = await aContract();
    for (const site of ['cross-site', 'same-site', 'anything']) {
      expect((await inTab({ 'sec-fetch-site': site })).status, site).toBe(401);
    }
    expect((await inTab({})).status).toBe(401);
    expect(cookies).toHaveLength(2);
    for (const cookie of ['', ...cookies]) {
      expect((await inTab({ 'sec-fetch-site': 'none', cookie })).status, cookie).toBe(401);
    }
    expect((await inTab({ 'sec-fetch-site': 'none', authorization: 'Bearer x' })).status).toBe(401);
  });

  test('it is kept by no cache, and saved under a name every system can write', {
    tags: ['asvs-5.4.1', 'asvs-5.4.2', 'asvs-14.2.2', 'asvs-14.3.2'],
  }, async () => {
    const { loan, get } = await aContract();
    const { headers } = await get();
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Contrato-de-prestamo-${loan.loan.number}.pdf"; filename*=UTF-8''Contrato%20de%20pr%C3%A9stamo%20${loan.loan.number}.pdf`,
    );
  });
});

describe('403', () => {
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
});

describe('404', () => {
  const archive = withArchive();

  test('another client’s document, one that is not there and one that cannot be get the same answer', async () => {
    const { client } = await aClient(archive);
    await issueDocuments(archive.documents);
    const [theirs] = (await listDocuments(archive.lending.db.kysely, client.personId)).documents;
    const { headers } = await aBorrower(archive.lending);
    const ids = [theirs?.id, '01890000-0000-7000-8000-000000000000', 'contract'];
    const answers = await Promise.all(
      ids.map((id) => archive.lending.app.request(`/api/v1/documents/${id}/file`, { headers })),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(texts).size).toBe(1);
  });
});
