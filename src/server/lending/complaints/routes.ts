import type { Endpoint } from '#api/endpoint.ts';
import { fileComplaint } from '#api/endpoints/complaints/file-complaint.ts';
import { getComplaint } from '#api/endpoints/complaints/get-complaint.ts';
import type { HttpApp } from '#server/kit/http.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { IdentityContext } from '#server/lending/people/people-context.ts';
import type { ComplaintsContext } from './complaints-context.ts';
import { serveFileComplaint } from './file-complaint.ts';
import { serveGetComplaint } from './get-complaint.ts';
import { listComplaintsRoute } from './list-complaints.ts';
import { serveSheetPage } from './sheet-page.ts';

/** A client's own complaints; the book itself is open to everybody. */
export function complaintRoutes(context: IdentityContext): readonly Route[] {
  return [listComplaintsRoute(context)];
}

/** Served by the book itself, because it also answers plain forms. */
export const BOOK_ENDPOINTS: readonly Endpoint[] = [fileComplaint, getComplaint];

/** The book: anybody files and follows a complaint, with or without scripts. */
export function serveComplaints(app: HttpApp, context: ComplaintsContext): void {
  serveFileComplaint(app, context);
  serveGetComplaint(app, context);
  serveSheetPage(app, context);
}
