import * as z from 'zod/mini';
import { complaintBody } from '#api/complaint-form.ts';
import { endpoint } from '#api/endpoint.ts';
import { date } from '#api/fields.ts';
import { means } from '#api/means.ts';

/** The consumer's receipt: the complaint's number, the key that opens it, and the legal deadline. */
export const complaintReceipt = z.strictObject({
  code: means('Number of the sheet: year and correlative.', z.string()),
  trackingKey: means('Opens this sheet; read aloud or typed in any case, with or without dashes.', z.string()),
  answerDueDate: means('Last day for the answer: 15 business days after filing.', date()),
  pdfUrl: means('The sheet as a tagged PDF, in Spanish; asked for with the header tracking-key.', z.string()),
});

export const fileComplaint = endpoint({
  name: 'file-complaint',
  method: 'POST',
  path: '/api/v1/public/complaints',
  summary:
    'Files a sheet in the complaints book. The same fields may be posted as a form (multipart with up to five files named attachments, or urlencoded); with Accept: text/html the answer is a page. A cookie of half an hour opens the sheet’s page to the same browser. The same content on the same day is one complaint.',
  body: complaintBody,
  response: complaintReceipt,
  successStatus: 201,
  refusals: ['idempotency_mismatch'],
  examples: [
    {
      title: 'a claim about a payment that was not recorded',
      body: {
        firstName: 'Rosa Elena',
        lastName: 'Quispe Ñahui',
        documentType: 'DNI',
        documentNumber: '45678912',
        phone: '+51987654321',
        email: 'rosa@correo.example',
        street: 'Jr. Los Álamos 123',
        district: 'Breña',
        province: 'Lima',
        department: '15',
        good: 'SERVICE',
        description: 'Préstamo de pago único',
        loanNumber: 'P-2026-0001234',
        amount: 573.03,
        type: 'RECLAMO',
        detail: 'Pagué el 14/02/2026 y el 16/02/2026 todavía figuraba como vencido.',
        request: 'Que registren mi pago con su fecha.',
        answerChannel: 'EMAIL',
        declaration: true,
        consent: true,
      },
      response: {
        code: 'LR-2026-000123',
        trackingKey: '7KQ2-M9XA-0B3D-WZ5T-HN8C',
        answerDueDate: '2026-04-21',
        pdfUrl: '/api/v1/public/complaints/LR-2026-000123/sheet.pdf',
      },
    },
  ],
});
