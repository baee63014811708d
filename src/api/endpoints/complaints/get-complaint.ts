import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { date } from '#api/fields.ts';
import { COMPLAINT_SOLUTIONS, COMPLAINT_STATUSES, COMPLAINT_TYPES } from '#loan/complaint.ts';

const complaintStatus = z.strictObject({
  code: z.string(),
  type: z.enum(COMPLAINT_TYPES),
  status: z.enum(COMPLAINT_STATUSES),
  filedOn: date(),
  answerDueDate: date(),
  pdfUrl: z.string(),
  steps: z.array(z.strictObject({ step: z.enum(COMPLAINT_STATUSES), date: z.optional(date()) })),
  answer: z.optional(
    z.strictObject({
      date: date(),
      text: z.string(),
      solution: z.enum(COMPLAINT_SOLUTIONS),
      pdfUrl: z.string(),
      attachments: z.array(z.strictObject({ name: z.string(), url: z.string() })),
    }),
  ),
  settlement: z.optional(z.strictObject({ date: date(), text: z.string(), pdfUrl: z.string() })),
});
export type ComplaintStatusBody = z.infer<typeof complaintStatus>;

const address = '/api/v1/public/complaints/LR-2026-000123';

export const getComplaint = endpoint({
  name: 'get-complaint',
  method: 'GET',
  path: '/api/v1/public/complaints/{code}',
  summary:
    'Where a complaint stands, for whoever has its key; its papers and files want the same header. A wrong code and a wrong key get the same 404.',
  params: z.strictObject({ code: z.string() }),
  headers: z.strictObject({ 'tracking-key': z.string() }),
  response: complaintStatus,
  refusals: [{ status: 404, code: 'not_found' }],
  examples: [
    {
      title: 'answered',
      params: { code: 'LR-2026-000123' },
      headers: { 'tracking-key': '7KQ2-M9XA-0B3D-WZ5T-HN8C' },
      response: {
        code: 'LR-2026-000123',
        type: 'RECLAMO',
        status: 'ANSWERED',
        filedOn: '2026-03-27',
        answerDueDate: '2026-04-21',
        pdfUrl: `${address}/sheet.pdf`,
        steps: [
          { step: 'RECEIVED', date: '2026-03-27' },
          { step: 'ASSIGNED', date: '2026-03-30' },
          { step: 'ANSWERED', date: '2026-04-08' },
        ],
        answer: {
          date: '2026-04-08',
          text: 'Registramos tu pago con fecha 14/02/2026 y anulamos el interés de mora.',
          solution: 'ACCEPTED',
          pdfUrl: `${address}/answer.pdf`,
          attachments: [],
        },
      },
    },
  ],
});
