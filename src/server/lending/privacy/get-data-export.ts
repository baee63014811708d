import { getDataExport } from '#api/endpoints/privacy/get-data-export.ts';
import { refused } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { type IdentityContext, originOf } from '#server/lending/people/people-context.ts';
import { exportData } from './export-data.ts';

export function getDataExportRoute(context: IdentityContext): Route<typeof getDataExport> {
  return {
    endpoint: getDataExport,
    async answer({ client, context: c }) {
      const bytes = await exportData(context, client.personId, originOf(context, c));
      if (!bytes) return refused(409, 'export_not_ready', 'No request for access was answered within seven days.');
      return { kind: 'file', bytes, headers: { 'Content-Disposition': 'attachment; filename="manay-data.zip"' } };
    },
  };
}
