import * as z from 'zod/mini';
import { DATA_REQUEST_KINDS, DATA_REQUEST_STATUSES } from '#loan/data-request.ts';
import { date } from './fields.ts';

/** A client's data protection request and its status (domain 2.19). */
export const dataRequestBody = z.strictObject({
  id: z.guid(),
  type: z.enum(DATA_REQUEST_KINDS),
  status: z.enum(DATA_REQUEST_STATUSES),
  detail: z.string(),
  createdAt: z.iso.datetime(),
  /** The last day for the answer. */
  dueDate: date(),
  decidedAt: z.nullable(z.iso.datetime()),
  answer: z.nullable(z.string()),
  /** The end of the time in which the export can be downloaded; null for requests without one. */
  exportUntil: z.nullable(z.iso.datetime()),
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
