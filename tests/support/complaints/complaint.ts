import type { ComplaintBody } from '#api/complaint-form.ts';

/** A complete, lawful complaint: nobody's real name or number. */
export function aComplaint(changes: Partial<Record<keyof ComplaintBody, unknown>> = {}): Record<string, unknown> {
  const body: Record<string, unknown> = {
    firstName: 'Rosa Elena',
    lastName: 'Quispe Ñahui',
    documentType: 'DNI',
    documentNumber: '45678912',
    phone: '987 654 321',
    email: 'rosa@correo.example',
    street: 'Jr. Los Álamos 123, int. 4',
    district: 'Breña',
    province: 'Lima',
    department: '15',
    good: 'SERVICE',
    description: 'Préstamo de pago único',
    type: 'RECLAMO',
    detail: 'Pagué el 14/02/2026 y el 16/02/2026 todavía figuraba como vencido.',
    request: 'Que registren mi pago con su fecha.',
    answerChannel: 'EMAIL',
    declaration: true,
    consent: true,
  };
  for (const [field, value] of Object.entries(changes)) {
    if (value === undefined) delete body[field];
    else body[field] = value;
  }
  return body;
}
