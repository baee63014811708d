import type { Context } from 'hono';
import * as z from 'zod';
import { cents, fromSoles, toSoles } from '#loan/money.ts';
import { invalidFields, notFound, type Refusal, refused } from '#server/kit/errors.ts';
import { isForm, readForm } from '#server/kit/form-body.ts';
import { answerRefusal } from '#server/kit/http.ts';
import { readBytes } from '#server/kit/request-body.ts';
import { MAX_STATEMENT_BYTES, readBankStatement } from '#server/lending/gateways/transfer/bank-statement.ts';
import { readStatementFormat, type StatementFormat } from '#server/lending/gateways/transfer/statement-format.ts';
import { clientName } from '#server/lending/people/masks.ts';
import { act, byId, read, type StaffAct } from '#server/lending/staff/act.ts';
import { requireSecondApprovalIfNeeded, secondNeeded } from '#server/lending/staff/approvals.ts';
import { operatorName, recordShown } from '#server/lending/staff/staff-route.ts';
import { correctLine } from '../booked-line.ts';
import { importStatement } from '../import-statement.ts';
import type { PaymentContext } from '../payment-context.ts';
import { openDescription, readBankLineAmount, readWholeLine } from '../store/bank-line-store.ts';
import { PAYMENT_ANSWERS } from './payment-answers.ts';
import { needsSecond as moneyTakesTwo } from './staff-matching.ts';
import { amount } from './staff-payments.ts';

export const STAFF_STATEMENTS_PATH = '/api/v1/staff/bank-statements';
export const STAFF_BANK_LINES_PATH = '/api/v1/staff/bank-lines';

/** A statement, how its bank writes, and the lines between them. */
const MAX_FORM_BYTES = MAX_STATEMENT_BYTES + 16 * 1024;

/** The acts about the bank's statements, and about lines that a colleague has asked the bank about. */
export function staffStatementActs(): readonly StaffAct<PaymentContext>[] {
  const may = ['finance'] as const;
  return [
    act({
      name: 'statements import',
      answers: PAYMENT_ANSWERS['statements import'],
      path: STAFF_STATEMENTS_PATH,
      may,
      query: z.object({ bank: z.string(), account: z.string().optional() }),
      files: ['file', 'mapping'],
      maxBytes: MAX_FORM_BYTES,
      fileBytes: { one: MAX_STATEMENT_BYTES, all: MAX_STATEMENT_BYTES },
      answer: (c, { query }, context) => importFile(c, context, query),
    }),
    read({
      name: 'statements show',
      answers: PAYMENT_ANSWERS['statements show'],
      path: `${STAFF_BANK_LINES_PATH}/:id`,
      may,
      personal: 'one',
      params: byId,
      answer: (c, { params }, context) => showLine(c, context, params.id),
    }),
    act({
      name: 'statements correct',
      answers: PAYMENT_ANSWERS['statements correct'],
      path: `${STAFF_BANK_LINES_PATH}/:id/correct`,
      may,
      second: 'sometimes',
      params: byId,
      body: z.strictObject({ amount: amount.refine((soles) => soles >= 0) }),
      answer: (c, { params, body }, context) => correct(c, context, params.id, body),
    }),
  ];
}

/** A credit as the bank stated it, and who has it. */
async function showLine(c: Context, context: PaymentContext, id: string): Promise<Response> {
  const { kysely } = context.db;
  const line = await readWholeLine(kysely, id);
  if (!line) return answerRefusal(c, notFound());
  await recordShown(c, { action: 'bank-line.view', subject: `bank-line:${id}` });
  return c.json({
    id,
    client: line.personId ? await clientName(c, context, line.personId) : null,
    loan: line.loan,
    amount: toSoles(cents(line.amount)),
    bank: line.bank,
    bankRef: line.bankRef,
    valueDate: line.valueDate,
    bookedOn: line.bookedOn,
    description: openDescription(context.vault, id, line.description),
    takenBackOn: line.takenBackOn,
    importedBy: line.importedBy,
    importedAt: line.importedAt,
  });
}

/** So much came under the number of a line, as the bank says; 0: nothing. */
async function correct(
  c: Context,
  context: PaymentContext,
  id: string,
  body: { readonly amount: number },
): Promise<Response> {
  const amountCents = fromSoles(body.amount);
  const booked = await readBankLineAmount(context.db.kysely, id);
  if (booked === undefined) return answerRefusal(c, notFound());
  const needsSecond = await moneyTakesTwo(context, cents(Math.max(amountCents, booked)));
  const about = { was: toSoles(booked), ...body };
  const asked = { action: 'bank-line.correct', subject: `bank-line:${id}`, request: body, about, needsSecond };
  const corrected = await requireSecondApprovalIfNeeded(context, c, asked, (approve) =>
    correctLine(context, id, amountCents, { operator: operatorName(c), approve }),
  );
  if (corrected.kind === 'second-needed') return secondNeeded(c, corrected);
  return corrected.kind === 'refused' ? answerRefusal(c, corrected) : c.json(body);
}

/**
 * The file itself is the body, or the `file` of a form whose `mapping` says how its bank writes. `?bank=BCP` says whose it
 * is, as our own list of accounts writes it; `?account=` names an account of ours that is not in the list.
 */
async function importFile(
  c: Context,
  context: PaymentContext,
  { bank: asked, account }: { readonly bank: string; readonly account?: string | undefined },
): Promise<Response> {
  const ours = context.gateways.transferAccounts.filter(({ bank }) => bank.toLowerCase() === asked.toLowerCase());
  const [known] = ours;
  if (!known) return answerRefusal(c, invalidFields([{ field: 'bank', code: asked === '' ? 'required' : 'unknown' }]));
  const sent = await readSent(c.req.raw);
  if ('kind' in sent) return answerRefusal(c, sent);
  const accounts = [...ours.flatMap((one) => [one.account, one.cci]), ...(account ? [account] : [])];
  const statement = readBankStatement(sent.bytes, { format: sent.format, accounts });
  if (statement.kind === 'unreadable') return answerRefusal(c, refused(422, 'statement_unreadable', statement.why));
  return c.json(await importStatement(context, { bank: known.bank, statement, operator: operatorName(c) }));
}

const TOO_LARGE: Refusal = {
  ...refused(413, 'body_too_large', `A statement has at most ${MAX_STATEMENT_BYTES / 1024 / 1024} MB.`),
  fieldErrors: [{ field: 'file', code: 'too_large' }],
};

interface Sent {
  readonly bytes: Uint8Array;
  readonly format?: StatementFormat;
}

async function readSent(request: Request): Promise<Sent | Refusal> {
  if (!isForm(request)) {
    const bytes = await readBytes(request, MAX_STATEMENT_BYTES);
    return bytes === 'too-large' ? TOO_LARGE : { bytes };
  }
  const form = await readForm(request, MAX_FORM_BYTES);
  if (form === 'too-large') return TOO_LARGE;
  if (form === 'malformed') return invalidFields([{ field: 'body', code: 'invalid' }]);
  const [file, mapping] = [form.get('file'), form.get('mapping')];
  if (!(file instanceof File)) return invalidFields([{ field: 'file', code: 'required' }]);
  if (file.size > MAX_STATEMENT_BYTES) return TOO_LARGE;
  if (mapping === null) return { bytes: new Uint8Array(await file.arrayBuffer()) };
  const format = readStatementFormat(typeof mapping === 'string' ? mapping : await mapping.text());
  if (typeof format === 'string') return refused(422, 'mapping_unreadable', format);
  return { bytes: new Uint8Array(await file.arrayBuffer()), format };
}
