import type { Context } from 'hono';
import { toSoles } from '#loan/money.ts';
import { downloadHeaders } from '#server/kit/attachments.ts';
import { notFound } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import { personSeal } from '#server/lending/people/person-seal.ts';
import { recordStaffAccess } from '#server/lending/people/store/access-log-store.ts';
import { byId, read, type StaffRoute } from '#server/lending/staff/act.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { operatorName } from '#server/lending/staff/staff-route.ts';
import type { PaymentContext } from '../payment-context.ts';
import { readIntent } from '../store/payment-store.ts';
import { listOpenRefunds } from '../store/refund-store.ts';
import { readVoucherFile } from '../store/voucher-store.ts';

export const STAFF_REFUNDS_PATH = '/api/v1/staff/refunds';
export const STAFF_VOUCHERS_PATH = '/api/v1/staff/vouchers';

/** Refunds that have not ended, and the files clients sent as proof of a transfer. */
export function staffMoneyBackRoutes(context: PaymentContext): readonly StaffRoute[] {
  const may = ['finance', 'support'] as const;
  return [
    read({
      name: 'payments refunds',
      path: STAFF_REFUNDS_PATH,
      may,
      answer: (c) => refunds(c, context),
    }),
    read({
      name: 'payments voucher',
      path: `${STAFF_VOUCHERS_PATH}/:id`,
      may,
      params: byId,
      answers: 'file',
      answer: (c, { params }) => voucherFile(c, context, params.id),
    }),
  ];
}

async function refunds(c: Context, { db }: PaymentContext): Promise<Response> {
  const open = await listOpenRefunds(db.kysely);
  return c.json({
    refunds: open.map(({ id, kind, loanId, intentId, amountCents, status, attempts, requestedOn }) => ({
      id,
      kind,
      loanId,
      paymentId: intentId ?? null,
      amount: toSoles(amountCents),
      status,
      attempts,
      requestedOn,
    })),
  });
}

/** The newest file of a payment. It shows more of the client than the transfer: that somebody looked is written down. */
async function voucherFile(c: Context, { db, clock, vault }: PaymentContext, id: string): Promise<Response> {
  const intent = await readIntent(db.kysely, { id });
  const file = intent && (await readVoucherFile(db.kysely, intent.id));
  if (!intent || !file?.file_sealed) return answerRefusal(c, notFound());
  const seal = await personSeal(db.kysely, vault, intent.personId);
  const opened = seal.open(file.file_sealed, { table: 'voucher', column: 'file_sealed', id: file.id });
  const [operator, at, { personId }] = [operatorName(c), clock.now(), intent];
  const entry = { actor: `operator:${operator}`, action: 'payment.view-voucher', subject: `payment:${id}` };
  await db.kysely.transaction().execute(async (trx) => {
    await recordStaffAccess(trx, { personId, kind: 'FILE_SEEN', at, operator });
    await recordAudit(trx, { ...entry, after: { voucher: file.id }, at });
  });
  return c.body(
    Uint8Array.from(Buffer.from(opened, 'base64')),
    200,
    downloadHeaders(`voucher-${file.id}`, file.media_type ?? 'application/octet-stream'),
  );
}
