import { zipOf } from '#server/kit/zip.ts';
import type { IdentityContext, Origin } from '#server/lending/people/people-context.ts';
import { personSeal } from '#server/lending/people/person-seal.ts';
import { recordAccess } from '#server/lending/people/store/access-log-store.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { readDocumentsOf, readPersonData } from './data-export-store.ts';
import { isExportOpen } from './data-request-store.ts';

/**
 * Exports all data stored about a client, for download: `data.json`, every document, and the files that the client
 * sent. Only while an answered request for access is open; each download is recorded.
 * @returns undefined without such a request
 */
export async function exportData(
  { db, vault, clock }: IdentityContext,
  personId: string,
  { caller, userAgent }: Origin,
): Promise<Uint8Array | undefined> {
  const now = clock.now();
  if (!(await isExportOpen(db.kysely, personId, now))) return undefined;
  const seal = await personSeal(db.kysely, vault, personId);
  const stored = await readPersonData(db.kysely, { vault, seal }, personId, now);
  if (!stored) return undefined;
  const { data, files } = stored;
  const documents = await readDocumentsOf(db.kysely, vault, personId);
  await db.kysely.transaction().execute(async (trx) => {
    await recordAccess(trx, { personId, kind: 'DATA_EXPORT', at: now, caller, userAgent });
    const after = { papers: documents.length, files: files.length };
    await recordAudit(trx, { actor: 'client', action: 'data.export', subject: `person:${personId}`, after, at: now });
  });
  const json = JSON.stringify({ exportedAt: new Date(now).toISOString(), ...data }, null, 2);
  return zipOf([
    { name: 'data.json', bytes: Buffer.from(json, 'utf8') },
    ...documents.map(({ document, bytes }) => ({ name: `papers/${fileNameOf(document)}`, bytes })),
    ...files,
  ]);
}

/** `contract-P-2026-0001234-v1-9f86d081.pdf`: the hash distinguishes documents with the same name. */
function fileNameOf({
  type,
  loanNumber,
  version,
  sha256,
}: {
  readonly type: string;
  readonly loanNumber: string | null;
  readonly version: number;
  readonly sha256: string;
}): string {
  const parts = [type.toLowerCase().replaceAll('_', '-'), loanNumber, `v${version}`, sha256.slice(0, 8)];
  return `${parts.filter(Boolean).join('-')}.pdf`;
}
