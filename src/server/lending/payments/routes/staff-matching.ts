import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import * as z from 'zod';
import { oneLine } from '#api/field-rules/text.ts';
import { type Cents, cents, sum, toSoles } from '#loan/money.ts';
import { invalidFields, type Refusal } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import { clientNames, withClients } from '#server/lending/people/masks.ts';
import { act, byId, read, type StaffAct } from '#server/lending/staff/act.ts';
import { requireSecondApprovalIfNeeded, type SecondApproval, secondNeeded } from '#server/lending/staff/approvals.ts';
import type { ListSource } from '#server/lending/staff/list-source.ts';
import { answerList, listQuery, pageAt, queryOfList } from '#server/lending/staff/staff-list.ts';
import { operatorName } from '#server/lending/staff/staff-route.ts';
import { candidatesOf, isSmallAndNamed } from '../candidates.ts';
import { matchMany } from '../match-many.ts';
import { matchMoney, notOpen, type Owner, returnMoney } from '../match-money.ts';
import type { PaymentContext } from '../payment-context.ts';
import { listUnapplied, lockUnapplied, readMoney, readOpenLines, type UnappliedMoney } from '../store/money-store.ts';
import { PAYMENT_ANSWERS } from './payment-answers.ts';

export const STAFF_MONEY_PATH = '/api/v1/staff/unapplied';

const LOAN_NUMBER = /^P-\d{4}-\d{7}$/;
const matchBody = z.union([
  z.strictObject({ paymentId: z.guid() }),
  z.strictObject({ loanNumber: z.string().regex(LOAN_NUMBER) }),
]);
const LINE = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}=(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|P-\d{4}-\d{7})$/;
const MOST_LINES = 50;
/** `<id of the money>=<number of the loan, or id of the payment>`. */
const manyBody = z.strictObject({
  lines: z.array(z.string().regex(LINE)).min(1).max(MOST_LINES),
});

/** Unidentified money: whose it may be, and the word of people on whose it is. */
export function staffMatchingActs(): readonly StaffAct<PaymentContext>[] {
  const may = ['finance'] as const;
  const money = `${STAFF_MONEY_PATH}/:id`;
  return [
    read({
      name: 'payments unapplied',
      answers: PAYMENT_ANSWERS['payments unapplied'],
      path: STAFF_MONEY_PATH,
      may,
      personal: 'many',
      query: queryOfList({ id: listQuery.id }),
      answer: (c, { query }, context) => unapplied(c, context, query),
    }),
    act({
      name: 'payments match',
      answers: PAYMENT_ANSWERS['payments match'],
      path: `${money}/match`,
      may,
      second: 'sometimes',
      params: byId,
      body: matchBody,
      answer: (c, { params, body }, context) => match(c, context, params.id, body),
    }),
    act({
      name: 'payments match-many',
      answers: PAYMENT_ANSWERS['payments match-many'],
      path: `${STAFF_MONEY_PATH}/match-many`,
      may,
      second: 'sometimes',
      body: manyBody,
      answer: (c, { body }, context) => matchLines(c, context, body.lines),
    }),
    act({
      name: 'payments return',
      answers: PAYMENT_ANSWERS['payments return'],
      path: `${money}/return`,
      may,
      second: 'sometimes',
      params: byId,
      body: z.strictObject({ reference: z.string().overwrite(oneLine).min(1).max(100) }),
      answer: (c, { params, body }, context) => giveBack(c, context, params.id, body),
    }),
  ];
}

/** Unidentified money, the oldest first, each with whose it may be. */
function unapplied(
  c: Context,
  context: PaymentContext,
  { id, ...asked }: Parameters<typeof pageAt>[0] & { readonly id?: string | undefined },
): Promise<Response> {
  const listed = withClients(c, context, listUnapplied(context.db.kysely, context.vault, { id }));
  return answerList(c, { name: 'unapplied', ...withCandidates(c, context, listed) }, pageAt(asked));
}

function withCandidates<Row extends UnappliedMoney>(c: Context, context: PaymentContext, source: ListSource<Row>) {
  return {
    ...source,
    page: async (at: Parameters<ListSource<Row>['page']>[0]) => {
      const { rows, next } = await source.page(at);
      const found = await candidatesOf(context.db.kysely, context.vault, rows);
      const people = [...found.values()].flat().map(({ personId }) => personId);
      const names = await clientNames(c, context, people);
      const shown = (id: string) =>
        (found.get(id) ?? []).map(({ personId, ...one }) => ({ ...one, client: names.get(personId) ?? null }));
      return { rows: rows.map((row) => ({ ...row, candidates: shown(row.id) })), next };
    },
  };
}

async function match(
  c: Context,
  context: PaymentContext,
  id: string,
  value: z.output<typeof matchBody>,
): Promise<Response> {
  const asked = await approvalOfMoney(context, 'match', id, value);
  const matched = await requireSecondApprovalIfNeeded(context, c, asked, (approve) =>
    matchMoney(context, id, value, { operator: operatorName(c), approve }),
  );
  if (matched.kind === 'second-needed') return secondNeeded(c, matched);
  if (matched.kind === 'refused') return answerRefusal(c, matched);
  return c.json({ loanId: matched.money.loanId, paymentId: matched.money.intentId ?? null });
}

async function matchLines(c: Context, context: PaymentContext, lines: readonly string[]): Promise<Response> {
  const pairs = lines.map((line) => line.split('=') as [id: string, owner: string]);
  if (new Set(pairs.map(([id]) => id)).size < pairs.length) {
    return answerRefusal(c, invalidFields([{ field: 'lines', code: 'duplicate' }]));
  }
  const asked = await approvalOfLines(context, pairs, lines);
  const matched = await requireSecondApprovalIfNeeded(context, c, asked, () =>
    matchMany(
      context,
      pairs.map(([id, owner]) => ({ id, owner: ownerOf(owner) })),
      operatorName(c),
    ),
  );
  if (matched.kind === 'second-needed') return secondNeeded(c, matched);
  if (matched.kind === 'refused') return answerRefusal(c, matched);
  const done = matched.lines.filter(({ outcome }) => outcome === 'MATCHED');
  return c.json({
    matched: done.length,
    amount: toSoles(sum(...done.map(({ amountCents }) => amountCents))),
    lines: matched.lines.map(({ id, amountCents, outcome, why }, place) => ({
      id,
      owner: pairs[place]?.[1] ?? '',
      amount: toSoles(amountCents),
      outcome,
      why: why ?? null,
    })),
  });
}

function ownerOf(owner: string): Owner {
  return LOAN_NUMBER.test(owner) ? { loanNumber: owner } : { paymentId: owner };
}

/** One proposal for all lines: whoever approves types what they come to, and is told those that went meanwhile. */
async function approvalOfLines(
  context: PaymentContext,
  pairs: readonly (readonly [id: string, owner: string])[],
  lines: readonly string[],
): Promise<SecondApproval & { readonly needsSecond: boolean }> {
  const known = await Promise.all(pairs.map(([id]) => readMoney(context.db.kysely, id)));
  const amountCents = sum(...known.map((money) => money?.amountCents ?? cents(0)));
  const seconds = await Promise.all(pairs.map(([id, owner]) => needsSecondFor(context, id, ownerOf(owner))));
  const request = [...lines].sort();
  return {
    action: 'money.match-many',
    subject: `unapplied:${createHash('sha256').update(request.join(' ')).digest('hex').slice(0, 16)}`,
    request,
    about: { amount: toSoles(amountCents), lines: pairs.length },
    obstacle: async (trx) => {
      for (const [id] of pairs) if (await lockUnapplied(trx, id)) return undefined;
      return notOpen();
    },
    needsSecond: seconds.includes(true) || (await needsSecond(context, amountCents)),
  };
}

async function giveBack(
  c: Context,
  context: PaymentContext,
  id: string,
  value: { readonly reference: string },
): Promise<Response> {
  const asked = await approvalOfMoney(context, 'return', id, value);
  const returned = await requireSecondApprovalIfNeeded(context, c, asked, (approve) =>
    returnMoney(context, id, value.reference, { operator: operatorName(c), approve }),
  );
  if (returned.kind === 'second-needed') return secondNeeded(c, returned);
  return returned.kind === 'refused' ? answerRefusal(c, returned) : c.json({ status: 'RETURNED' });
}

async function approvalOfMoney(
  context: PaymentContext,
  name: 'match' | 'return',
  id: string,
  request: { readonly loanNumber?: string; readonly paymentId?: string; readonly reference?: string },
): Promise<SecondApproval & { readonly needsSecond: boolean }> {
  const money = await readMoney(context.db.kysely, id);
  const amountCents = money?.amountCents ?? cents(0);
  const owner = request.loanNumber === undefined ? undefined : { loanNumber: request.loanNumber };
  return {
    action: `money.${name}`,
    subject: `money:${id}`,
    request,
    about: { amount: toSoles(amountCents), ...request },
    // Two others may have said it since.
    obstacle: async (trx): Promise<Refusal | undefined> => ((await lockUnapplied(trx, id)) ? undefined : notOpen()),
    needsSecond: owner ? await needsSecondFor(context, id, owner) : await needsSecond(context, amountCents),
  };
}

/**
 * Unidentified money: above the limit, and to a loan that no payment of a client's names, two accounts say whose it is.
 * One does for a small amount and the one client of whom two names stand in the bank's words.
 */
async function needsSecondFor(context: PaymentContext, id: string, owner: Owner): Promise<boolean> {
  const money = await readMoney(context.db.kysely, id);
  if (!money) return false;
  if ('paymentId' in owner) return needsSecond(context, money.amountCents);
  const [line] = await readOpenLines(context.db.kysely, context.vault, [id]);
  if (!line) return true;
  const found = await candidatesOf(context.db.kysely, context.vault, [line]);
  const smallCents = (await context.parameters.inForce()).policies().smallMatchCents;
  return !isSmallAndNamed(money.amountCents, found.get(id) ?? [], { loan: owner.loanNumber, smallCents });
}

export async function needsSecond({ parameters }: PaymentContext, amountCents: Cents): Promise<boolean> {
  return amountCents > (await parameters.inForce()).policies().fourEyesAboveCents;
}
