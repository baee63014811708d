import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { date } from '#api/fields.ts';
import { means } from '#api/means.ts';
import { COMPLAINT_STATUSES, COMPLAINT_TYPES } from '#loan/complaint.ts';

const complaint = z.strictObject({
  code: means('Number of the sheet: year and correlative.', z.string()),
  type: means(
    'RECLAMO: disagreement with the product or service. QUEJA: discontent about the attention.',
    z.enum(COMPLAINT_TYPES),
  ),
  status: means('RECEIVED, ASSIGNED, ANSWERED, SETTLED or CLOSED.', z.enum(COMPLAINT_STATUSES)),
  filedOn: means('Day of filing in Lima.', date()),
  answerDueDate: means('Last day for the answer: 15 business days after filing.', date()),
  url: means('The page of the sheet; null for staff in the place of the client.', z.nullable(z.string())),
});
export type ComplaintSummary = z.infer<typeof complaint>;

export const listComplaints = endpoint({
  name: 'list-complaints',
  method: 'GET',
  path: '/api/v1/complaints',
  summary:
    'The client’s own sheets in the complaints book, newest first: with their document, and their phone or e-mail.',
  access: 'full',
  response: z.strictObject({ items: means('The client’s own sheets, newest first.', z.array(complaint)) }),
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
