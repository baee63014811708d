import type { Context } from 'hono';
import { PICTURE_TYPES, pictureHeaders, sniff } from '#server/kit/attachments.ts';
import { notFound } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import { personSeal } from '#server/lending/people/person-seal.ts';
import { recordStaffAccess } from '#server/lending/people/store/access-log-store.ts';
import { operatorName, recordShown } from '#server/lending/staff/staff-route.ts';
import type { ApplicationContext } from '../application-context.ts';
import { readApplicationDocuments, readApplicationFile } from '../store/application-document-store.ts';
import { findApplication } from '../store/application-store.ts';

/** The time in which a page asks for all of its pictures. */
const ONE_PAGE_MS = 60_000;

/**
 * Sends a picture of an application to stand in a page. A page shows all of them together, so that they are one look:
 * its record names each of them, whichever is asked for first.
 */
export async function sendPicture(
  c: Context,
  { db, vault, clock }: ApplicationContext,
  asked: { readonly reference: string; readonly file: string },
): Promise<Response> {
  const application = await findApplication(db.kysely, { reference: asked.reference });
  if (!application) return answerRefusal(c, notFound());
  const { id, personId, reference } = application;
  const seal = await personSeal(db.kysely, vault, personId);
  const file = await readApplicationFile(db.kysely, seal, { applicationId: id, documentId: asked.file });
  // The type that was stored and the bytes must both say that it is a picture: a paper is downloaded.
  if (!file || !PICTURE_TYPES.has(file.mediaType) || sniff(file.bytes) !== file.mediaType) {
    return answerRefusal(c, notFound());
  }
  const documents = await readApplicationDocuments(db.kysely, id);
  const [operator, at] = [operatorName(c), clock.now()];
  await recordShown(c, {
    action: 'application.view-pictures',
    subject: `application:${reference}`,
    after: { files: documents.filter(({ mediaType }) => PICTURE_TYPES.has(mediaType)).map((one) => one.id) },
    withinMs: ONE_PAGE_MS,
    within: (trx) => recordStaffAccess(trx, { personId, kind: 'FILE_SEEN', at, operator }),
  });
  return c.body(Uint8Array.from(file.bytes), 200, pictureHeaders(`picture-${asked.file}`, file.mediaType));
}
