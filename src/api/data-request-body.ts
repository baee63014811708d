import * as z from 'zod/mini';
import { DATA_REQUEST_KINDS, DATA_REQUEST_STATUSES } from '#loan/data-request.ts';
import { date } from './fields.ts';
import { means } from './means.ts';

/** A client's data protection request and its status (domain 2.19). */
export const dataRequestBody = z.strictObject({
  id: means('Names the request.', z.guid()),
  type: means(
    'ACCESS: what is known. PORTABILITY: to take it along. RECTIFICATION: to correct it. CANCELLATION: to delete it. OPPOSITION: not to use it for something.',
    z.enum(DATA_REQUEST_KINDS),
  ),
  status: means('RECEIVED, IN_PROGRESS, DONE or DENIED.', z.enum(DATA_REQUEST_STATUSES)),
  detail: means('What was asked, in the client’s own words.', z.string()),
  createdAt: means('When it was asked.', z.iso.datetime()),
  dueDate: means('The last day for the answer.', date()),
  decidedAt: means('When it was answered.', z.nullable(z.iso.datetime())),
  answer: means('The lender’s answer.', z.nullable(z.string())),
  exportUntil: means(
    'Until when everything can be downloaded (get-data-export); null where the answer is not the data.',
    z.nullable(z.iso.datetime()),
  ),
});
export type DataRequestBody = z.infer<typeof dataRequestBody>;

export const DATA_REQUEST_EXAMPLE: DataRequestBody = {
  id: '019bc299-8680-7216-b705-1c72d896152b',
  type: 'ACCESS',
  status: 'RECEIVED',
  detail: 'Quiero saber qué datos míos tienen y con quién los comparten.',
  createdAt: '2026-01-15T17:00:00.000Z',
  dueDate: '2026-02-12',
  decidedAt: null,
  answer: null,
  exportUntil: null,
};
