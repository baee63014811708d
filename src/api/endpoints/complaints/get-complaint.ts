import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { date } from '#api/fields.ts';
import { means } from '#api/means.ts';
import { COMPLAINT_SOLUTIONS, COMPLAINT_STATUSES, COMPLAINT_TYPES } from '#loan/complaint.ts';

const complaintStatus = z.strictObject({
  code: means('Number of the sheet: year and correlative.', z.string()),
  type: means(
    'RECLAMO: disagreement with the product or service. QUEJA: discontent about the attention.',
    z.enum(COMPLAINT_TYPES),
  ),
  status: means('RECEIVED, ASSIGNED, ANSWERED, SETTLED or CLOSED.', z.enum(COMPLAINT_STATUSES)),
  filedOn: means('Day of filing in Lima.', date()),
  answerDueDate: means('Last day for the answer: 15 business days after filing.', date()),
  pdfUrl: means('The sheet as a tagged PDF, in Spanish; asked for with the header tracking-key.', z.string()),
  steps: means(
    'What has happened and what is still to come, in order.',
    z.array(
      z.strictObject({
        step: means('The state reached.', z.enum(COMPLAINT_STATUSES)),
        date: means('When; missing while it is still to come.', z.optional(date())),
      }),
    ),
  ),
  answer: means(
    'The lender’s answer.',
    z.optional(
      z.strictObject({
        date: means('The day it was given.', date()),
        text: means('In the lender’s words.', z.string()),
        solution: means('What became of the request.', z.enum(COMPLAINT_SOLUTIONS)),
        pdfUrl: means('The sheet as a tagged PDF, in Spanish; asked for with the header tracking-key.', z.string()),
        attachments: means(
          'Files of the answer.',
          z.array(
            z.strictObject({
              name: means('File name.', z.string()),
              url: means(
                'Where to load it: a file with the header tracking-key, the page of a sheet as it is.',
                z.string(),
              ),
            }),
          ),
        ),
      }),
    ),
  ),
  settlement: means(
    'What both sides agreed on.',
    z.optional(
      z.strictObject({
        date: means('The day it was agreed on.', date()),
        text: means('In the lender’s words.', z.string()),
        pdfUrl: means('The sheet as a tagged PDF, in Spanish; asked for with the header tracking-key.', z.string()),
      }),
    ),
  ),
});
export type ComplaintStatusBody = z.infer<typeof complaintStatus>;

const address = '/api/v1/public/complaints/LR-2026-000123';

export const getComplaint = endpoint({
  name: 'get-complaint',
  method: 'GET',
  path: '/api/v1/public/complaints/{code}',
  summary:
    'Where a complaint stands, for whoever has its key; its papers and files want the same header. A wrong code and a wrong key get the same 404.',
  params: z.strictObject({ code: means('Number of the sheet: year and correlative.', z.string()) }),
  headers: z.strictObject({ 'tracking-key': means('The tracking key.', z.string()) }),
  response: complaintStatus,
  refusals: ['not_found'],
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
