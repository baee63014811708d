import { createHash } from 'node:crypto';
import type { ProfileState } from '#api/application-body.ts';
import type { StoredDocumentBody } from '#api/document-item.ts';
import type { DocumentType } from '#api/document-types.ts';
import { type Applicant, somebody } from './applicant.ts';
import { expect } from './journey.ts';

/** A call with the session of the page. */
async function get(applicant: Applicant, path: string) {
  const { page } = applicant;
  const token = (await page.context().cookies()).find(({ name }) => name === 'auth')?.value;
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': applicant.who.address };
  const answer = await page.request.get(path, { headers });
  expect(answer.status(), path).toBe(200);
  return answer;
}

export async function stateOf(applicant: Applicant): Promise<ProfileState> {
  return (await get(applicant, '/api/v1/profile/state')).json();
}

/** The bank's side: what was paid to this person's account, as its page lists it. */
export async function paidOut({ request, who }: Applicant): Promise<string | undefined> {
  const page = await (await request.get('/sandbox/bank')).text();
  const row = page.split('<tr>').find((cells) => cells.includes(who.cci) && cells.includes('PAID'));
  return row && /S\/ [\d.]+/.exec(row)?.[0];
}

/** Papers that somebody has signed, and those that go with them. */
export const SIGNED: readonly DocumentType[] = ['CONTRACT', 'HOJA_RESUMEN', 'SCHEDULE', 'PRIVACY_NOTICE'];

/**
 * Expects the client's file to be whole: each paper is there, its bytes are the ones its number was taken of, anybody
 * can have that number confirmed, and the contract carries its signature.
 */
export async function expectWholeFile(applicant: Applicant, types: readonly DocumentType[] = SIGNED): Promise<void> {
  const list = async () => {
    const body = (await (await get(applicant, '/api/v1/documents')).json()) as { items: StoredDocumentBody[] };
    return body.items;
  };
  const missing = async () => {
    const there = (await list()).map(({ type }) => type);
    return types.filter((type) => !there.includes(type));
  };
  await expect.poll(missing).toEqual([]);
  for (const { id, sha256, title } of await list()) {
    const bytes = await (await get(applicant, `/api/v1/documents/${id}/file`)).body();
    expect(bytes.subarray(0, 5).toString(), title).toBe('%PDF-');
    expect(createHash('sha256').update(bytes).digest('hex'), title).toBe(sha256);
    // Whoever was handed the paper asks, each from where they are.
    const headers = { 'x-forwarded-for': somebody().address };
    const verified = await applicant.request.get(`/api/v1/public/documents/verify?sha256=${sha256}`, { headers });
    expect(await verified.json(), title).toEqual({ issued: true });
  }
}
