import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { storedDocumentExample } from '#api/document-item.ts';
import { StoredDocument } from '#client-area/profile/parts/stored-document.tsx';
import { issueDocuments } from '#server/lending/loan-documents/issue-documents.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { aClient, withArchive } from '#tests/support/loan-documents/archive.ts';
import { aBorrower, type Borrower } from '#tests/support/people/borrower.ts';
import { browserOf } from '#tests/support/people/client.ts';

const archive = withArchive();
const open = (client: Borrower) => openClientScreen(archive.lending, 'profile-documents', { jar: browserOf(client) });

test('somebody without a loan reads when their papers will be here, and is not offered to ask for one', async () => {
  const screen = await open(await aBorrower(archive.lending));
  await screen.until(() => expect(screen.text()).toContain('There are no documents yet'));
  expect(screen.text()).not.toContain('Request a document');
});

test('a client whose loan has no papers yet reads that they are on their way, and nothing of a loan to be signed', async () => {
  const { client } = await aClient(archive);
  const screen = await open(client);
  await screen.until(() => expect(screen.text()).toContain('The documents of your loan are being prepared'));
  expect(screen.text()).not.toContain('When you sign a loan');
});

test('the papers of a loan are there with their date, length and fingerprint; requests are folded', {
  tags: ['spec-1.3', 'spec-2.9'],
}, async () => {
  const { client, loan } = await aClient(archive);
  await issueDocuments(archive.documents);
  const screen = await open(client);
  await screen.until(() => expect(screen.text()).toContain(`Loan contract ${loan.loan.number}`));
  expect(screen.text()).toMatch(/15\/01\/2026 · 3 pages · \d+ KB/);
  expect(document.querySelectorAll('.paper')).toHaveLength(4);
  // The loan's number is said once, above its papers.
  expect(document.querySelector('.papers h2')?.textContent).toBe(`Loan ${loan.loan.number}`);
  expect(document.querySelector('.papers ul')?.textContent).not.toContain(loan.loan.number);
  // The fingerprints are in one fold below the list, as the contract says, and in none of its rows.
  expect(document.querySelector('.paper code')).toBeNull();
  const fingerprints = [...document.querySelectorAll('details code')].map((code) => code.textContent);
  expect(new Set(fingerprints).size).toBe(4);
  for (const each of fingerprints) expect(each).toMatch(/^[0-9a-f]{64}$/);
  expect(document.querySelector('details[open]')).toBeNull();
});

test('a payoff paper is asked for, is on top and is kept as a file', async () => {
  const { client, loan } = await aClient(archive);
  await issueDocuments(archive.documents);
  const screen = await open(client);
  await screen.until(() => expect(document.querySelectorAll('.paper')).toHaveLength(4));
  await screen.pressText('Request the quote');
  await screen.until(() => expect(document.querySelectorAll('.paper')).toHaveLength(5));
  const onTop = document.querySelector('.papers')?.textContent?.replaceAll('\u00a0', ' ');
  expect(onTop?.startsWith(`Loan ${loan.loan.number}Payoff quote`)).toBe(true);
  await screen.press('.paper button[aria-label^="Download"]');
  await screen.until(() =>
    expect(screen.environment.requests.filter((each) => each.endsWith('/file'))).toHaveLength(1),
  );
  expect(screen.text()).not.toContain('did not open');
});

test('a day that cannot be quoted is said at its field', async () => {
  const { client } = await aClient(archive);
  const screen = await open(client);
  await screen.until(() => expect(screen.text()).toContain('Request the quote'));
  await screen.type('#payoff-date', '1');
  await screen.type('#payoff-date-month', '1');
  await screen.type('#payoff-date-year', '2026');
  await screen.pressText('Request the quote');
  await screen.until(() => expect(screen.text()).toContain('There is 1 thing to correct'));
  expect(screen.find('#payoff-date-error').textContent).toContain('past');
});

test('a date that is pasted whole fills its three boxes, and a digit too many is not cut away', async () => {
  const { client } = await aClient(archive);
  const screen = await open(client);
  await screen.until(() => expect(screen.text()).toContain('Request the quote'));
  const boxes = () => ['', '-month', '-year'].map((part) => screen.find<HTMLInputElement>(`#payoff-date${part}`).value);
  for (const pasted of ['01/02/2026', '2026-02-01', ' 1-2-2026\n', '01022026']) {
    await screen.type('#payoff-date', pasted);
    expect([pasted, boxes()]).toEqual([pasted, ['01', '02', '2026']]);
  }
  await screen.type('#payoff-date', '012');
  await screen.pressText('Request the quote');
  await screen.until(() => expect(screen.find('#payoff-date-error').textContent).not.toBe(''));
  expect(boxes()).toEqual(['012', '02', '2026']);
  expect(screen.find('#payoff-date').getAttribute('aria-invalid')).toBe('true');
});

test('the number of a loan stays on one line where a boleta names the receipt of its payment', () => {
  const receipt = { ...storedDocumentExample, id: 'r', title: 'Payment receipt P-2026-0000001' };
  const say = (key: string, values?: Readonly<Record<string, unknown>>) => `${key} ${values?.['title'] ?? ''}`;
  const markup = renderToStaticMarkup(
    createElement(StoredDocument, { document: storedDocumentExample, pair: receipt, say }),
  );
  expect(markup).toMatch(
    /<a href="#paper-r">(?:<bdi>)?documents_paired Payment receipt (?:<\/bdi>)?<bdi [^>]*>P-2026-0000001<\/bdi><\/a>/,
  );
});
