import { deleteApplicationDocument } from '#api/endpoints/applications/delete-application-document.ts';
import { notFound, refused } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { ApplicationContext } from '../application-context.ts';
import {
  deleteApplicationDocument as deleteStored,
  readApplicationDocuments,
} from '../store/application-document-store.ts';
import { withApplication } from '../with-application.ts';

export function deleteApplicationDocumentRoute(context: ApplicationContext): Route<typeof deleteApplicationDocument> {
  return {
    endpoint: deleteApplicationDocument,
    answer: ({ params: { documentId }, client }) =>
      withApplication(context, client.personId, async ({ application, trx }) => {
        const documents = application ? await readApplicationDocuments(trx, application.id) : [];
        const document = documents.find(({ id }) => id === documentId);
        if (!document) return notFound();
        if (document.submittedAt)
          return refused(409, 'document_submitted', 'The file was sent with something already.');
        await deleteStored(trx, documentId);
        return { kind: 'ok', body: undefined, headers: {} };
      }),
  };
}
