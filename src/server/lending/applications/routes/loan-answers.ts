import { FEE, FEE_KIND } from '#i18n/staff-codes/applications.ts';
import { LANGUAGE } from '#i18n/staff-codes/desk.ts';
import {
  LOAN_EVENT,
  LOAN_FACT,
  LOAN_STATUS,
  PAPER_TYPE,
  PREPAYMENT_MODE,
  PRODUCT_TYPE,
  USE_KIND,
  WRITE_OFF,
} from '#i18n/staff-codes/loans.ts';
import { AMOUNT_LINE, AMOUNT_LINE_KIND, CASH_ACCOUNT, JOURNAL_KIND } from '#i18n/staff-codes/money.ts';
import type { FlexTerms, PlanTerms } from '#loan/arrangement.ts';
import type { Fee } from '#loan/fees.ts';
import type { LoanRates } from '#loan/obligation.ts';
import type { Pricing } from '#loan/product.ts';
import {
  answer,
  carried,
  cents,
  code,
  count,
  date,
  type FieldsOf,
  id,
  instant,
  openCode,
  ref,
  rows,
  soles,
  summed,
  text,
  thing,
} from '#server/lending/staff/answer.ts';

/** Fees of a contract. */
const FEES = {
  name: code(FEE, 'Nombre', 'Name'),
  kind: code(FEE_KIND, 'Tipo', 'Kind'),
  netCents: cents('Sin IGV', 'Net'),
  discountCents: cents('Descuento', 'Discount'),
} satisfies FieldsOf<Fee>;

/** Rates of a contract. */
const RATES = {
  teaPercent: count('TEA, %', 'TEA, %'),
  capPercent: count('Tope del día, %', 'Cap of the day, %'),
  igvPercent: count('IGV, %', 'IGV, %'),
  moratoryPercent: count('Moratorio, %', 'Moratory, %'),
  moratoryCapPercent: count('Tope moratorio, %', 'Moratory cap, %'),
} satisfies FieldsOf<LoanRates>;

/** Lines that an amount is made of. */
const LINES = {
  name: code(AMOUNT_LINE, 'Nombre', 'Name'),
  amountCents: summed(cents('Monto en soles', 'Amount in soles')),
  kind: code(AMOUNT_LINE_KIND, 'Tipo', 'Kind').optional(),
  ofCents: cents('Sobre', 'Of').optional(),
  ratePercent: count('Tasa, %', 'Rate, %').optional(),
  days: count('Días', 'Days').optional(),
  count: count('Cuántas', 'How many').optional(),
  parts: count('Partes', 'Parts').optional(),
};

/** An instalment of a payment plan. */
const PLAN_ITEM = {
  dueDate: date('Vence', 'Due'),
  amountCents: cents('Monto en soles', 'Amount in soles'),
};

/** The terms that a payment plan was agreed on. */
const PLAN_TERMS = {
  items: rows('Cuotas del plan', 'Instalments of the plan', PLAN_ITEM),
  totalCents: cents('Total en soles', 'Total in soles'),
  atRiskAfterBusinessDays: count('En riesgo tras días hábiles', 'At risk after business days'),
  brokenAfterDays: count('Roto tras, días', 'Broken after, days'),
} satisfies FieldsOf<PlanTerms>;

/** Answers of the acts of this room. */
export const LOAN_ANSWERS = {
  'loan originate': answer({
    loanId: id('Préstamo', 'Loan'),
    number: ref('loan show', 'number', 'Número de préstamo', 'Number of the loan'),
  }),
  'loan show': answer({
    client: text('Cliente', 'Client').nullable(),
    personId: ref('person show', 'personId', 'Ficha del cliente', "The client's page"),
    status: code(LOAN_STATUS, 'Estado', 'Status'),
    due: soles('Por pagar', 'Due').nullable(),
    dueOn: date('Vence', 'Due on').nullable(),
    daysLate: count('Días de mora', 'Days late').nullable(),
    owed: soles('Por cobrar', 'Outstanding').nullable(),
    writeOff: code(WRITE_OFF, 'Castigo', 'Write-off').nullable(),
    loan: thing('Préstamo', 'Loan', {
      terms: thing('Condiciones', 'Terms', {
        productType: code(PRODUCT_TYPE, 'Producto', 'Product'),
        principalCents: cents('Capital', 'Principal'),
        term: count('Plazo (días o cuotas)', 'Term (days or instalments)'),
        pricing: thing('Precio', 'Pricing', {
          businessDate: date('Día contable', 'Business date'),
          parameterVersion: count('Versión de los parámetros', 'Version of the parameters'),
          teaPercent: count('TEA, %', 'TEA, %'),
          igvPercent: count('IGV, %', 'IGV, %'),
          capPercent: count('Tope del día, %', 'Cap of the day, %'),
          fees: rows('Comisiones', 'Fees', FEES),
          freeUpTo: thing('Gratis hasta', 'Free up to', {
            amount: soles('Monto en soles', 'Amount in soles'),
            term: count('Plazo (días o cuotas)', 'Term (days or instalments)'),
          }).optional(),
        } satisfies FieldsOf<Pricing>),
      }),
      facts: text('Hechos', 'Facts').optional(),
      number: carried(ref('loan show', 'number', 'Número de préstamo', 'Number of the loan')),
      status: carried(code(LOAN_STATUS, 'Estado', 'Status')),
      valueDate: date('Fecha valor', 'Value date').optional(),
      topUp: thing('Ampliación', 'Top-up', {
        status: code(LOAN_STATUS, 'Estado', 'Status'),
        principalCents: cents('Capital', 'Principal'),
        fees: rows('Comisiones', 'Fees', FEES),
        rates: thing('Tasas', 'Rates', RATES).optional(),
      }).optional(),
    }),
    outstanding: rows('Por cobrar, y de qué sale', 'Outstanding, and how that comes about', LINES).optional(),
    payoffToday: rows(
      'Para terminarlo hoy, y de qué sale',
      'To end it today, and how that comes about',
      LINES,
    ).optional(),
    schedule: rows('Cronograma', 'Schedule', {
      number: count('Cuota', 'Instalment'),
      daysLate: count('Días de mora', 'Days late'),
      paidCents: cents('Pagado', 'Paid'),
      unpaidCents: cents('Por pagar', 'Unpaid'),
      dueDate: date('Vence', 'Due'),
      principalCents: cents('Capital', 'Principal'),
      interestCents: cents('Intereses', 'Interest'),
      feesCents: cents('Comisiones', 'Fees'),
      vatCents: cents('IGV', 'IGV'),
      moratoryCents: cents('Moratorio', 'Moratory'),
      totalCents: cents('Total en soles', 'Total in soles'),
    }).optional(),
    papers: rows('Documentos', 'Papers', {
      id: carried(id('Identificador', 'Id')),
      type: code(PAPER_TYPE, 'Tipo', 'Type'),
      language: carried(code(LANGUAGE, 'Idioma', 'Language')),
      version: carried(count('Versión', 'Version')),
      createdAt: instant('Creado', 'Created'),
    }),
    facts: rows('Hechos', 'Facts', {
      kind: code(LOAN_FACT, 'Tipo', 'Kind'),
      id: carried(id('Identificador', 'Id')),
      date: date('Fecha', 'Date'),
      amountCents: cents('Monto en soles', 'Amount in soles').optional(),
      into: code(CASH_ACCOUNT, 'Entró a', 'Into').optional(),
      use: thing('Uso', 'Use', {
        kind: code(USE_KIND, 'Tipo', 'Kind'),
        mode: code(PREPAYMENT_MODE, 'Qué logra lo que se adelanta', 'Effect of what is paid early').optional(),
        termDays: count('Plazo, días', 'Term, days').optional(),
        feeCents: cents('Comisión', 'Fee').optional(),
        quote: thing('Cotización', 'Quote', {
          id: carried(id('Identificador', 'Id')),
          priceCents: cents('Precio', 'Price'),
          validUntil: date('Vale hasta', 'Valid until'),
        }).optional(),
        capPercent: count('Tope del día, %', 'Cap of the day, %').optional(),
        soldCents: cents('Vendida por', 'Sold for').optional(),
        plan: thing('Plan de pagos', 'Payment plan', {
          kind: code(LOAN_FACT, 'Tipo', 'Kind'),
          id: carried(id('Identificador', 'Id')),
          date: date('Fecha', 'Date'),
          plan: thing('Plan de pagos', 'Payment plan', PLAN_TERMS),
        }).optional(),
        discountCents: cents('Descuento', 'Discount').optional(),
      }).optional(),
      reversedOn: date('Revertido', 'Reversed').optional(),
      knownOn: date('Se supo el', 'Known on').optional(),
      principalCents: cents('Capital', 'Principal').optional(),
      fees: rows('Comisiones', 'Fees', FEES).optional(),
      rates: thing('Tasas', 'Rates', RATES).optional(),
      plan: thing('Plan de pagos', 'Payment plan', PLAN_TERMS).optional(),
      flex: thing('Pago flexible', 'Flex pay', {
        balanceCents: cents('Saldo', 'Balance'),
        minPaymentCents: cents('Pago mínimo', 'Least payment'),
        minMonthlyCents: cents('Mínimo mensual', 'Monthly least'),
        periodDays: count('Periodo, días', 'Period, days'),
        endedAfterDays: count('Terminado tras, días', 'Ended after, days'),
        finalDate: date('Fecha final', 'Final date'),
      } satisfies FieldsOf<FlexTerms>).optional(),
    }),
    history: rows('Historia', 'History', {
      event: code(LOAN_EVENT, 'Hecho', 'Event'),
      from: code(LOAN_STATUS, 'Desde', 'From'),
      to: code(LOAN_STATUS, 'Hasta', 'To'),
      businessDate: date('Día contable', 'Business date'),
      cause: openCode(JOURNAL_KIND, 'Causa', 'Cause'),
      ref: carried(text('Referencia', 'Reference')),
    }),
    originatedOn: date('Originado', 'Originated'),
    bookedThrough: date('Contabilizado hasta', 'Booked through').optional(),
    id: carried(id('Identificador', 'Id')),
  }),
};
