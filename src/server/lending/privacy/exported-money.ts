import type { Db } from '#server/kit/tables.ts';
import type { Seal } from '#server/kit/vault.ts';
import { type ExportedFile, fileOf } from './exported-file.ts';

/** Requests and agreements beside the loans themselves. */
export async function exportedArrangements(db: Db, loanIds: readonly string[]) {
  if (loanIds.length === 0) return { extensions: [], topUps: [], plansAndFlex: [], flexOffers: [] };
  return {
    extensions: await db
      .selectFrom('extension')
      .select(['status', 'term_days as termDays', 'price as priceCents', 'quoted_on as quotedOn'])
      .where('loan_id', 'in', loanIds)
      .orderBy('id')
      .execute(),
    topUps: await db
      .selectFrom('top_up')
      .select(['status', 'principal as principalCents', 'offer', 'requested_at as requestedAt', 'ended_at as endedAt'])
      .where('loan_id', 'in', loanIds)
      .orderBy('id')
      .execute(),
    plansAndFlex: await db
      .selectFrom('arrangement')
      .select(['kind', 'payment_channel as paymentChannel', 'agreed_at as agreedAt'])
      .where('loan_id', 'in', loanIds)
      .orderBy('id')
      .execute(),
    flexOffers: await db
      .selectFrom('flex_offer')
      .select(['offered_on as offeredOn', 'valid_until as validUntil'])
      .where('loan_id', 'in', loanIds)
      .orderBy('id')
      .execute(),
  };
}

/** Money that was sent to the client. */
export async function exportedPayouts(db: Db, loanIds: readonly string[]) {
  if (loanIds.length === 0) return [];
  return db
    .selectFrom('disbursement_order')
    .select(['purpose', 'amount as amountCents', 'status', 'ordered_on as orderedOn', 'value_date as valueDate'])
    .where('loan_id', 'in', loanIds)
    .orderBy('created_at')
    .execute();
}

/** Money that went back to the client, or is on its way. */
export function exportedRefunds(db: Db, personId: string) {
  return db
    .selectFrom('refund')
    .select(['kind', 'amount as amountCents', 'status', 'requested_on as requestedOn', 'ended_at as endedAt'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .execute();
}

/** Disputes of the client's payments by a cardholder's bank. */
export function exportedDisputes(db: Db, personId: string) {
  return db
    .selectFrom('dispute')
    .innerJoin('payment_intent', 'payment_intent.id', 'intent_id')
    .select([
      'intent_id as paymentId',
      'dispute.reason',
      'dispute.status',
      'opened_on as openedOn',
      'ended_on as endedOn',
    ])
    .where('payment_intent.person_id', '=', personId)
    .orderBy('dispute.id')
    .execute();
}

/** The client's statements about transfers, with their files. */
export async function exportedVouchers(db: Db, seal: Seal, personId: string) {
  const rows = await db
    .selectFrom('voucher')
    .innerJoin('payment_intent', 'payment_intent.id', 'intent_id')
    .selectAll('voucher')
    .where('payment_intent.person_id', '=', personId)
    .orderBy('voucher.id')
    .execute();
  const files: ExportedFile[] = [];
  for (const { id, file_sealed: sealed, media_type: mediaType } of rows) {
    if (sealed === null) continue;
    const bytes = Buffer.from(seal.open(sealed, { table: 'voucher', column: 'file_sealed', id }), 'base64');
    files.push(fileOf('voucher', id, { bytes, mediaType }));
  }
  const vouchers = rows.map((row) => ({
    paymentId: row.intent_id,
    bankId: row.bank_id,
    fromBank: row.from_bank,
    operationNumber: row.operation_number,
    paidOn: row.paid_on,
    amountCents: row.amount,
    sentAt: row.sent_at,
  }));
  return { vouchers, files };
}
