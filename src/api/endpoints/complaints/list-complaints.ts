import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { date } from '#api/fields.ts';
import { COMPLAINT_STATUSES, COMPLAINT_TYPES } from '#loan/complaint.ts';

const complaint = z.strictObject({
  code: z.string(),
  type: z.enum(COMPLAINT_TYPES),
  status: z.enum(COMPLAINT_STATUSES),
  filedOn: date(),
  /** The last day for the answer. */
  answerDueDate: date(),
  /** The link that opens its page, with its key; null for support staff. */
  url: z.nullable(z.string()),
});
export type ComplaintSummary = z.infer<typeof complaint>;

export const listComplaints = endpoint({
  name: 'list-complaints',
  method: 'GET',
  path: '/api/v1/complaints',
  summary:
    'The client’s own sheets in the complaints book, newest first: with their document, and their phone or e-mail.',
  access: 'full',
  response: z.strictObject({ items: z.array(complaint) }),
  examples: [
    {
      title: 'one that waits for its answer',
      response: {
        items: [
          {
            code: 'LR-2026-000123',
            type: 'RECLAMO',
            status: 'ASSIGNED',
            filedOn: '2026-03-27',
            answerDueDate: '2026-04-21',
            url: '/libro-de-reclamaciones/hoja/LR-2026-000123/7KQ2-M9XA-0B3D-WZ5T-HN8C',
          },
        ],
      },
    },
  ],
});
