import type { Context } from 'hono';
import { downloadHeaders } from '#server/kit/attachments.ts';
import { notFound } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import { withClients } from '#server/lending/people/masks.ts';
import { personSeal } from '#server/lending/people/person-seal.ts';
import { recordStaffAccess } from '#server/lending/people/store/access-log-store.ts';
import { byId, read, type StaffAct } from '#server/lending/staff/act.ts';
import { keyset, type PageRequest } from '#server/lending/staff/list-source.ts';
import { answerList, pageAt, queryOfList } from '#server/lending/staff/staff-list.ts';
import { operatorName, recordShown } from '#server/lending/staff/staff-route.ts';
import type { PaymentContext } from '../payment-context.ts';
import { readIntent } from '../store/payment-store.ts';
import { openRefunds, type StoredRefund, toRefund } from '../store/refund-store.ts';
import { readVoucherFile } from '../store/voucher-store.ts';
import { PAYMENT_ANSWERS } from './payment-answers.ts';

export const STAFF_REFUNDS_PATH = '/api/v1/staff/refunds';
export const STAFF_VOUCHERS_PATH = '/api/v1/staff/vouchers';

/** Refunds that have not ended, and the files clients sent as proof of a transfer. */
export function staffMoneyBackActs(): readonly StaffAct<PaymentContext>[] {
  const may = ['finance', 'support'] as const;
  return [
    read({
      name: 'payments refunds',
      answers: PAYMENT_ANSWERS['payments refunds'],
      path: STAFF_REFUNDS_PATH,
      may,
      personal: 'many',
      query: queryOfList({}),
      answer: (c, { query }, context) => refunds(c, context, pageAt(query)),
    }),
    read({
      name: 'payments voucher',
      path: `${STAFF_VOUCHERS_PATH}/:id`,
      may,
      personal: 'one',
      params: byId,
      answers: 'file',
      answer: (c, { params }, context) => voucherFile(c, context, params.id),
    }),
  ];
}

function refunds(c: Context, context: PaymentContext, asked: PageRequest): Promise<Response> {
  const { kysely } = context.db;
  const open = keyset(kysely, { rows: openRefunds(kysely), keys: { id: 'uuid' } }, (stored) =>
    stored.map((row) => rowOf(toRefund(row))),
  );
  const named = withClients(c, context, open);
  return answerList(c, { name: 'refunds', ...named }, asked);
}

function rowOf(refund: StoredRefund) {
  const { id, personId, kind, loanId, intentId, amountCents, attempts, requestedOn } = refund;
  return {
    id,
    personId,
    kind,
    loanId,
    paymentId: intentId ?? null,
    amount: amountCents,
    ...wayOfRefund(refund),
    attempts,
    requestedOn,
  };
}

/** How far a refund has come, and by which way: through the provider of a card, or to the client's account. */
export function wayOfRefund({ status, orderId }: StoredRefund) {
  return { status, through: orderId === undefined ? ('CARD' as const) : ('BANK' as const) };
}

/** The newest file of a payment. It shows more of the client than the transfer: that somebody looked is written down. */
async function voucherFile(c: Context, { db, clock, vault }: PaymentContext, id: string): Promise<Response> {
  const intent = await readIntent(db.kysely, { id });
  const file = intent && (await readVoucherFile(db.kysely, intent.id));
  if (!intent || !file?.file_sealed) return answerRefusal(c, notFound());
  const seal = await personSeal(db.kysely, vault, intent.personId);
  const opened = seal.open(file.file_sealed, { table: 'voucher', column: 'file_sealed', id: file.id });
  const [operator, at, { personId }] = [operatorName(c), clock.now(), intent];
  await recordShown(c, {
    action: 'payment.view-voucher',
    subject: `payment:${id}`,
    after: { voucher: file.id },
    within: (trx) => recordStaffAccess(trx, { personId, kind: 'FILE_SEEN', at, operator }),
  });
  return c.body(
    Uint8Array.from(Buffer.from(opened, 'base64')),
    200,
    downloadHeaders(`voucher-${file.id}`, file.media_type ?? 'application/octet-stream'),
  );
}
