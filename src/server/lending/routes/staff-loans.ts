import type { Context } from 'hono';
import * as z from 'zod';
import { validate } from '#api/validate.ts';
import { loanTerms } from '#loan/loan-terms.ts';
import { checkInquiry, type ProductSettings } from '#loan/product.ts';
import { invalidFields, refused } from '#server/kit/errors.ts';
import { answerRefusal, type HttpApp } from '#server/kit/http.ts';
import { readJsonBody } from '#server/kit/request-body.ts';
import { sealDestinations } from '../destination.ts';
import { operatorName, operatorsOnly } from '../operator.ts';
import type { Services } from '../services.ts';
import { recordAudit } from '../store/audit-store.ts';
import { readLoan, readLoanEvents } from '../store/loan-store.ts';
import { originateLoan } from '../workflows/originate-loan.ts';

export const STAFF_LOANS_PATH = '/api/v1/staff/loans';

/** What a client may have who has paid one back. An operator who originates has checked the rest. */
const OPERATOR_SEQUENCE = 2;

const originateBody = z.strictObject({
  personId: z.uuid(),
  productId: z.int().positive(),
  amount: z.int().positive(),
  term: z.int().positive(),
  bankId: z.string().regex(/^\d{3}$/),
  cci: z.string().regex(/^\d{20}$/),
  holder: z.string().min(1).max(120),
});

/** Loans that operators originate and look at, for whoever holds the operator token. */
export function serveStaffLoans(app: HttpApp, services: Services, operatorToken: string): void {
  app.use(STAFF_LOANS_PATH, operatorsOnly(operatorToken));
  app.use(`${STAFF_LOANS_PATH}/*`, operatorsOnly(operatorToken));
  app.post(STAFF_LOANS_PATH, (c) => originate(c, services));
  app.get(`${STAFF_LOANS_PATH}/:number`, (c) => show(c, services));
}

/** A loan through the real tables: priced by today's parameters, signed by nobody but the operator, paid out as any. */
async function originate(c: Context, services: Services): Promise<Response> {
  const json = await readJsonBody(c.req.raw);
  if (json.kind === 'refused') return answerRefusal(c, json);
  const body = validate(originateBody, json.value);
  if (body.kind === 'invalid') return answerRefusal(c, invalidFields(body.fieldErrors));
  const { personId, productId, amount, term, ...destination } = body.value;
  const parameters = await services.parameters.inForce();
  const { pricing } = parameters;
  if (pricing.kind === 'refused') return answerRefusal(c, refused(409, pricing.code, pricing.message));
  const product = productsOf(pricing.settings[OPERATOR_SEQUENCE]).find((one) => one.productId === productId);
  if (!product) return answerRefusal(c, invalidFields([{ field: 'productId', code: 'unknown' }]));
  const wrong = checkInquiry(product, amount, term);
  if (wrong.length > 0) return answerRefusal(c, invalidFields(wrong));

  const terms = loanTerms(product, amount, term, parameters.policies().loan);
  const { db, clock, vault } = services;
  const made = await db.kysely.transaction().execute(async (trx) => {
    const context = { clock, sealDestination: sealDestinations(vault) };
    const originated = await originateLoan(trx, context, { personId, terms, destination });
    if (originated.kind === 'originated') {
      const subject = `loan:${originated.number}`;
      const after = { personId, productId, amount, term };
      const actor = `operator:${operatorName(c)}`;
      await recordAudit(trx, { actor, action: 'loan.originate', subject, after, at: clock.now() });
    }
    return originated;
  });
  if (made.kind === 'originated') return c.json({ loanId: made.loanId, number: made.number }, 201);
  return made.reason === 'active-loan'
    ? answerRefusal(c, refused(409, 'active_loan', 'This person has a loan that is not paid.'))
    : answerRefusal(c, invalidFields([{ field: 'personId', code: 'unknown' }]));
}

function productsOf({ singlePayProduct, installmentProducts }: ProductSettings) {
  return [singlePayProduct, ...installmentProducts];
}

/** What is stored of a loan: its terms, facts and history. No personal data but the person's id. */
async function show(c: Context, { db }: Services): Promise<Response> {
  const stored = await readLoan(db.kysely, { number: c.req.param('number') ?? '' });
  if (!stored) return answerRefusal(c, refused(404, 'not_found', 'There is nothing here.'));
  const history = await readLoanEvents(db.kysely, stored.id);
  return c.json({
    ...stored,
    history: history.map(({ event, from_status, to_status, business_date, cause, ref }) => ({
      event,
      from: from_status,
      to: to_status,
      businessDate: business_date,
      cause,
      ref,
    })),
  });
}
