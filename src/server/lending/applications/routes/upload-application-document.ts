import { uploadApplicationDocument } from '#api/endpoints/applications/upload-application-document.ts';
import { type ApplicationStage, allowedEvents, isDraft } from '#loan/application.ts';
import { invalidFields, tooManyRequests } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { takeFromBucket } from '#server/lending/people/store/throttle-store.ts';
import { type ApplicationContext, UPLOAD_LIMIT } from '../application-context.ts';
import { MAX_FILES, readUploadedFile, type UploadedFile } from '../application-files.ts';
import { illegalTransition, noApplication } from '../application-refusals.ts';
import {
  type ApplicationDocument,
  insertApplicationDocument,
  readApplicationDocuments,
  sha256Of,
} from '../store/application-document-store.ts';
import { withApplication } from '../with-application.ts';
import { presentDocument } from './get-application.ts';

/** Files come one by one, each answered by itself, so that a poor network loses one photo and not all of them. */
export function uploadApplicationDocumentRoute(context: ApplicationContext): Route<typeof uploadApplicationDocument> {
  return {
    endpoint: uploadApplicationDocument,
    async answer({ request, client }) {
      const call = { scope: 'application-document', key: client.personId, limit: UPLOAD_LIMIT } as const;
      const allowed = await takeFromBucket(context.db.kysely, call, context.clock.now());
      if (allowed.kind === 'limited') return tooManyRequests(allowed.retryAfterSeconds);
      const sent = await readUploadedFile(request);
      if (sent.kind === 'refused') return sent;
      return withApplication(context, client.personId, async ({ application, trx, seal, now }) => {
        if (!application) return noApplication();
        const { stage, id } = application;
        if (!takesFiles(stage)) {
          const events = allowedEvents(stage, 'client');
          return illegalTransition({ kind: 'refused', reason: 'illegal-transition', stage, allowedEvents: events });
        }
        const documents = await readApplicationDocuments(trx, id);
        if (documents.length >= MAX_FILES) return invalidFields([{ field: 'file', code: 'out_of_range' }]);
        if (isSentAlready(sent.file, documents)) return invalidFields([{ field: 'file', code: 'duplicate' }]);
        const document = await insertApplicationDocument(trx, seal, { ...sent.file, applicationId: id, now });
        return { kind: 'ok', body: presentDocument(document), headers: {} };
      });
    },
  };
}

/** One file cannot be two papers, nor the better one that was asked for. Chosen twice for one place, it may come again. */
function isSentAlready({ type, bytes }: UploadedFile, documents: readonly ApplicationDocument[]): boolean {
  const sha256 = sha256Of(bytes);
  return documents.some((sent) => sent.sha256 === sha256 && (sent.type !== type || sent.submittedAt !== undefined));
}

function takesFiles(stage: ApplicationStage): boolean {
  return isDraft(stage) || stage === 'INFO_MISSING';
}
