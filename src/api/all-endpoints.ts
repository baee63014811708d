import type { Endpoint } from './endpoint.ts';
import { fileComplaint } from './endpoints/file-complaint.ts';
import { getComplaint } from './endpoints/get-complaint.ts';
import { getDocumentFile } from './endpoints/get-document-file.ts';
import { getProductSettings } from './endpoints/get-product-settings.ts';
import { getProfile } from './endpoints/get-profile.ts';
import { getSession } from './endpoints/get-session.ts';
import { keepMarketingParams } from './endpoints/keep-marketing-params.ts';
import { listDocuments } from './endpoints/list-documents.ts';
import { listSessions } from './endpoints/list-sessions.ts';
import { logOut } from './endpoints/log-out.ts';
import { makePublicOffer } from './endpoints/make-public-offer.ts';
import { recordConsent } from './endpoints/record-consent.ts';
import { requestPayoffPaper } from './endpoints/request-payoff-paper.ts';
import { requestStatement } from './endpoints/request-statement.ts';
import { revokeSession } from './endpoints/revoke-session.ts';
import { sendDeviceData } from './endpoints/send-device-data.ts';
import { touchSession } from './endpoints/touch-session.ts';
import { verifyDocument } from './endpoints/verify-document.ts';

/** Every call of the API: routes, documentation, fuzz and authorisation tests walk this table. */
export const ENDPOINTS: readonly Endpoint[] = [
  getProductSettings,
  makePublicOffer,
  keepMarketingParams,
  recordConsent,
  sendDeviceData,
  fileComplaint,
  getComplaint,
  getSession,
  touchSession,
  listDocuments,
  getDocumentFile,
  requestStatement,
  requestPayoffPaper,
  verifyDocument,
  logOut,
  listSessions,
  revokeSession,
  getProfile,
];
