import type { StaffWords } from '../staff-acts.ts';
import type { CodeWords } from './code-words.ts';
import { COMPLAINT_STATUS, ROLE } from './desk.ts';
import { CALL_NOW } from './loans.ts';
import { PAYOUT_STATUS } from './money.ts';

/** A fact that only the record of acts has: no form asks for it, and no answer has it, or in another sense. */
export interface RecordedFact extends StaffWords {
  readonly kind?: 'soles' | 'cents' | 'date' | 'month';
  readonly codes?: CodeWords;
}

/** Facts by name; where a name has another meaning in an act or a group of acts, that comes before it. */
const FACTS = new Map<string, RecordedFact>(
  Object.entries<RecordedFact>({
    acceptedOrders: { es: 'Órdenes que el archivo ya tenía', en: 'Orders that the archive had' },
    as: { es: 'Formato', en: 'Format', codes: { csv: ['CSV', 'CSV'], ndjson: ['NDJSON', 'NDJSON'] } },
    'colleagues before': { es: 'Roles de antes', en: 'Roles before', codes: ROLE },
    collectedCents: { es: 'Cobrado', en: 'Collected', kind: 'cents' },
    'complaints status': { es: 'Estado', en: 'Status', codes: COMPLAINT_STATUS },
    costCents: { es: 'Costo del proveedor', en: 'Cost of the provider', kind: 'cents' },
    files: { es: 'Archivos', en: 'Files' },
    found: { es: 'Encontrados', en: 'Found' },
    month: { es: 'Mes', en: 'Month', kind: 'month' },
    orders: { es: 'Órdenes', en: 'Orders' },
    paidAs: { es: 'Referencia de la devolución', en: 'Reference of the refund' },
    params: { es: 'De qué', en: 'Of what' },
    'payouts kind': {
      es: 'Qué se dijo de la orden',
      en: 'What was said of the order',
      codes: {
        disbursement: ['Desembolso', 'Payout'],
        'not-sent': ['El banco nunca la recibió', 'The bank never received it'],
        paid: ['El banco la pagó', 'The bank has paid it'],
        refund: ['Devolución', 'Refund'],
        rejected: ['El banco no la pagará', 'The bank will not pay it'],
      },
    },
    'payouts status': { es: 'Estado', en: 'Status', codes: PAYOUT_STATUS },
    providerRef: { es: 'Referencia del banco o proveedor', en: 'Reference of bank or provider' },
    'contact log refused': { es: 'Si se podía', en: 'Whether it was allowed', codes: CALL_NOW },
    settledOn: { es: 'Día de la liquidación', en: 'Day of the settlement', kind: 'date' },
    'contact log shown': { es: 'Se mostró', en: 'Shown', codes: { phone: ['El teléfono', 'The telephone'] } },
    was: { es: 'Monto de antes', en: 'Amount before', kind: 'soles' },
  }),
);

/** Finds what a fact on record is called, and what its codes mean. */
export function recordedFact(act: string, name: string): RecordedFact | undefined {
  const [group = ''] = act.split(' ');
  return FACTS.get(`${act} ${name}`) ?? FACTS.get(`${group} ${name}`) ?? FACTS.get(name);
}
