import * as z from 'zod';
import { rucNumber } from '#api/field-rules/ruc.ts';
import { OPTION_LISTS } from '#api/options.ts';
import {
  CHECK_KIND,
  CHECK_POLICY,
  INCOME_SOURCE,
  REQUIRED_FIELD,
  REQUIRED_PAPER,
  SCORE_LINE,
} from '#i18n/staff-codes/applications.ts';
import { ROLE } from '#i18n/staff-codes/desk.ts';
import { PREPAYMENT_MODE } from '#i18n/staff-codes/loans.ts';
import { LEDGER_ACCOUNT, PAYMENT_METHOD } from '#i18n/staff-codes/money.ts';
import {
  COUNTS_FROM,
  DEBT_COMPONENT,
  TAX_FIRST_DAY,
  TAX_LATE,
  TAX_SENDING,
  TAX_WRITE_OFF,
  TRUST_EVENT,
} from '#i18n/staff-codes/parameters.ts';
import { REVIEW_REQUEST_DAYS } from '#loan/application-decisions.ts';
import { ACCOUNTS } from '#loan/ledger.ts';
import { PREPAYMENT_MODES } from '#loan/loan.ts';
import { COMPONENTS } from '#loan/obligation.ts';
import { PAYMENT_CHANNELS } from '#loan/payment-plan.ts';
import {
  CHECK_KINDS,
  CHECK_NEEDS,
  CHOSEN_FIELDS,
  isWholeTable,
  MAX_REFEREES,
  REQUIRED_PAPERS,
} from '#loan/requirements.ts';
import { isLadder, repeatedLevel, TRUST_EVENTS } from '#loan/trust-level.ts';
import { ROLES } from '#server/lending/staff/colleague.ts';
import {
  byDays,
  code,
  codes,
  count,
  countList,
  days,
  each,
  group,
  hours,
  minutes,
  money,
  order,
  percent,
  points,
  rows,
  share,
  text,
  textList,
  wholeSoles,
} from '#server/lending/staff/figure.ts';
import { SCORE_LINES } from './policy.ts';

const whole = z.int().nonnegative();
const positive = z.int().positive();
const rate = { pattern: /^\d{1,3}(\.\d{1,3})?$/, expected: 'a percent as text, like "16.97"' };

/** A text of one line without blanks at its ends. */
const line = z.string().regex(/^\S(?:.*\S)?$/u, 'expected one line without blanks at its ends');
const series = z.string().regex(/^B[A-Z0-9]{3}$/, 'expected B and three more letters or digits');
const isRuc = (ruc: string) => rucNumber.check(ruc) === undefined;

/** Every policy: what each of its figures is called, how it is typed and what it may be. */
export const POLICY_SCHEMAS = {
  late: z.strictObject({
    moratoryPercent: percent('Interés moratorio al año', 'Moratory interest a year', rate),
    moratoryCapPercent: percent('Tope legal del interés moratorio', 'Legal cap of moratory interest', rate),
    countsFrom: code(
      ['DUE_DATE', 'EFFECTIVE_DUE_DATE'],
      COUNTS_FROM,
      'Los días de mora se cuentan a partir',
      'Days late are counted from',
    ),
    toleranceCents: money('Deuda que no cuenta como mora', 'Debt that does not count as late'),
    defaultAfterDays: days('Cae en incumplimiento después de', 'In default after', positive),
    writeOffAfterDays: days('Se puede castigar después de', 'May be written off after', positive),
  }),
  prepayment: z.strictObject({
    changedMyMindDays: z.optional(
      days('Se devuelve solo el capital, si se paga dentro de', 'Only the principal is owed if repaid within'),
    ),
    advanceUpToInstallments: count(
      'Hasta cuántas cuotas se pagan por adelantado',
      'Instalments that may be paid in advance',
    ),
    defaultMode: code(
      PREPAYMENT_MODES,
      PREPAYMENT_MODE,
      'Qué pasa si el cliente no elige',
      'What happens if the client does not choose',
    ),
    keptCreditCents: money('Saldo a favor que se queda en la cuenta, hasta', 'Credit that stays on the account, up to'),
  }),
  allocation: z.strictObject({
    order: order(COMPONENTS, DEBT_COMPONENT, 'Qué se paga primero', 'What is paid first'),
  }),
  extension: z.strictObject({
    termOptions: countList('Plazos que se ofrecen, en días', 'Terms on offer, in days'),
    maxConsecutive: count('Cuántas seguidas, como máximo', 'Most in a row'),
    maxTotalDays: days('Cuánto en total, como máximo', 'Most in total'),
    maxDaysPastDue: days('Días de mora con que se puede pedir, hasta', 'May be asked for up to this many days late'),
    toleranceCents: money('Lo que puede faltar del precio', 'What may be missing of its price'),
    feesCents: byDays(money('Comisión, sin IGV', 'Fee, before IGV'), 'Comisión por plazo', 'Fee by term'),
  }),
  'top-up': z.strictObject({
    minDaysElapsed: days('Desde el desembolso, por lo menos', 'Since the payout, at least'),
    minDaysToDueDate: days('Hasta el vencimiento, por lo menos', 'Until the due date, at least'),
    stepCents: money('De cuánto en cuánto', 'In steps of'),
    adminFeeCents: money('Comisión, sin IGV', 'Fee, before IGV'),
  }),
  plan: z.strictObject({
    minItems: count('Pagos, por lo menos', 'Fewest payments', positive),
    maxItems: count('Pagos, como máximo', 'Most payments', positive),
    itemStep: count('Pagos, de cuántos en cuántos', 'Payments in steps of', positive),
    minPaymentCents: money('Pago mínimo', 'Smallest payment'),
    channels: codes(PAYMENT_CHANNELS, PAYMENT_METHOD, 'Cómo se puede pagar', 'Ways to pay').min(1),
    allowedDays: days('El primer pago puede ser hasta dentro de', 'The first payment may be within', positive),
    atRiskAfterBusinessDays: days('En riesgo después de, en días hábiles', 'At risk after, in business days'),
    brokenAfterDays: days('Roto después de', 'Broken after'),
    hardshipDays: days(
      'Dificultad para pagar: se avisa antes del vencimiento, hasta',
      'Hardship may be declared before the due date, up to',
    ),
    maxBrokenPlans: count('Planes rotos con que se da otro, como máximo', 'Broken plans after which there is no other'),
  }),
  flex: z.strictObject({
    minPaymentCents: money('Pago mínimo', 'Smallest payment'),
    periodDays: days('Cada período dura', 'Each period lasts', positive),
    periods: count('Cuántos períodos', 'How many periods', positive),
    endedAfterDays: days('Termina sin el mínimo después de', 'Ends without the minimum after'),
    minDaysPastDue: days('Se ofrece desde, en días de mora', 'Offered from this many days late'),
    settlementDiscountPercent: share(
      'Descuento por pagarlo todo, salvo el capital',
      'Discount for paying everything, except principal',
    ),
  }),
  payment: z.strictObject({
    minCents: money('Pago mínimo', 'Smallest payment'),
    cardMaxCents: money('Con tarjeta, hasta', 'By card, up to'),
    codeMinCents: money('Con código, desde', 'By code, from'),
    codeMaxCents: money('Con código, hasta', 'By code, up to'),
    cardMinutes: minutes('Un pago con tarjeta espera', 'A payment by card waits'),
    codeHours: hours('Un código espera', 'A code waits'),
    transferHours: hours('Una transferencia espera', 'A transfer waits'),
  }),
  codes: z.strictObject({
    alarmPerHour: count('Códigos en una hora que dan aviso', 'Codes in an hour that raise an alarm', positive),
  }),
  'four-eyes': z.strictObject({
    aboveCents: money('Lo deciden dos cuentas cuando pasa de', 'Two accounts decide above'),
  }),
  'small-match': z.strictObject({
    upToCents: money(
      'Con un nombre que coincide basta una cuenta hasta',
      'With a fitting name one account is enough up to',
    ),
  }),
  passkeys: z.strictObject({
    requiredFor: codes(ROLES, ROLE, 'Roles que entran con llave de acceso', 'Roles that sign in with a passkey'),
  }),
  retention: z.strictObject({
    abandonedApplicationDays: days(
      'Documentos de una solicitud que el cliente dejó',
      'Papers of an application that the client left',
      positive,
    ),
    // Until then a refusal can be reviewed.
    refusedApplicationDays: days(
      'Documentos de una solicitud rechazada',
      'Papers of an application that was refused',
      whole.min(REVIEW_REQUEST_DAYS + 1),
    ),
    fraudFlagDays: days(
      'Alerta de fraude sobre quien ya no es cliente',
      'Fraud flag on somebody who is not a client',
      positive,
    ),
  }),
  'tax-documents': z.strictObject({
    issuer: group('Quién emite', 'Who issues', {
      ruc: text('RUC', 'RUC', z.string().min(11).refine(isRuc, 'expected a RUC with its check digit')),
      name: text('Razón social', 'Legal name', line.min(3).max(100)),
      tradeName: z.optional(text('Nombre comercial', 'Trade name', line.max(100))),
      ubigeo: text('Ubigeo', 'Ubigeo', z.string().regex(/^\d{6}$/)),
      address: text('Dirección', 'Address', line.min(3).max(200)),
      district: text('Distrito', 'District', line.min(2).max(30)),
      province: text('Provincia', 'Province', line.min(2).max(30)),
      department: text('Departamento', 'Department', line.min(2).max(30)),
    }),
    series: group('Series', 'Series', {
      receipt: text('De boletas', 'Of receipts', series),
      creditNote: text('De notas de crédito', 'Of credit notes', series),
    }).refine(({ receipt, creditNote }) => receipt !== creditNote, 'each kind of document has a series of its own'),
    sending: code(['ALONE', 'SUMMARY'], TAX_SENDING, 'Cómo se envían a la SUNAT', 'How they are sent to SUNAT'),
    dayZeroFees: code(
      ['DUE_DATE', 'DISBURSEMENT'],
      TAX_FIRST_DAY,
      'Las comisiones del primer día se documentan',
      'Fees of the first day are documented',
    ),
    lateInterest: code(
      ['MONTH_END', 'PAYMENT'],
      TAX_LATE,
      'El interés de los días de mora se documenta',
      'Interest of late days is documented',
    ),
    writeOff: code(
      ['KEEPS', 'TAKES_BACK'],
      TAX_WRITE_OFF,
      'Al castigar, lo documentado y no pagado',
      'On a write-off, what was documented and not paid',
    ),
  }),
  // Both stay empty until the lender has named somebody.
  'data-officer': z
    .strictObject({
      name: text('Oficial de datos personales', 'Data officer', z.string().trim().max(120)),
      contact: text('Cómo contactarlo', 'How to reach them', z.string().trim().max(160)),
    })
    .refine(({ name, contact }) => (name === '') === (contact === ''), 'a name and a contact belong together'),
  'chart-of-accounts': each(
    ACCOUNTS,
    LEDGER_ACCOUNT,
    group('Cuenta', 'Account', {
      code: text('Código', 'Code', z.string().regex(/^\d{2,12}$/)),
      name: text('Nombre', 'Name'),
    }),
    'Cuenta nuestra',
    'Account of ours',
  ),
  underwriting: z.strictObject({
    age: group('Edad', 'Age', {
      minAge: count('Por lo menos', 'At least', whole.min(18)),
      maxAgeAtMaturity: count('Al vencer el préstamo, como máximo', 'When the loan is due, at most'),
    }),
    maxInstalmentPercent: share(
      'Parte del ingreso que pueden llevarse las cuotas de un mes',
      "Share of the income that a month's instalments may take",
      positive,
    ),
    blockedRegions: textList(
      'Zonas donde no se presta (ubigeo: 15, 1501 o 150101)',
      'Regions where we do not lend (ubigeo: 15, 1501 or 150101)',
      z.string().regex(/^\d{2}(\d{2}){0,2}$/),
    ),
    refusedIncomeSources: codes(
      OPTION_LISTS.IncomeSource,
      INCOME_SOURCE,
      'Fuentes de ingreso que no se aceptan',
      'Sources of income that are refused',
    ),
    maxApplicationsIn30Days: count('Solicitudes en 30 días, como máximo', 'Most applications in 30 days', positive),
    referDaysLate: days('A revisión, si tuvo más mora que', 'To a person, if they were later than'),
    refuseDaysLate: days('Se rechaza, si tuvo más mora que', 'Refused, if they were later than'),
  }),
  requirements: z.strictObject({
    rows: rows('Qué se pide según el monto', 'What is asked for, by amount', {
      upTo: z.optional(wholeSoles('Hasta (la última fila no tiene fin)', 'Up to (the last row has no end)')),
      fields: codes(CHOSEN_FIELDS, REQUIRED_FIELD, 'Preguntas', 'Questions'),
      referees: count('Referencias', 'Referees', whole.max(MAX_REFEREES)),
      papers: codes(REQUIRED_PAPERS, REQUIRED_PAPER, 'Documentos', 'Papers'),
      checks: each(
        CHECK_KINDS,
        CHECK_KIND,
        code(CHECK_NEEDS, CHECK_POLICY, 'Consulta', 'Check'),
        'Consultas a proveedores',
        'Checks by providers',
      ),
    }).refine(isWholeTable, 'amounts must grow from row to row, and the last row has no upTo'),
    score: group('Puntaje', 'Score', {
      passPercent: share('Con menos de esto va a revisión', 'With less than this it goes to a person'),
      weights: each(
        SCORE_LINES,
        SCORE_LINE,
        count('Puntos', 'Points'),
        'Puntos que puede dar',
        'Points that it can bring',
      ),
    }),
  }),
  trust: z.strictObject({
    points: each(
      TRUST_EVENTS,
      TRUST_EVENT,
      points('Puntos', 'Points'),
      'Puntos por lo que pasa',
      'Points for what happens',
    ),
    levels: rows('Niveles', 'Levels', {
      level: count('Nivel', 'Level', positive),
      /** Absent for the lowest level, which begins where points begin. */
      fromPoints: z.optional(points('Desde cuántos puntos', 'From how many points')),
      maxSinglePayCents: money('Préstamo de un solo pago, hasta', 'Single-payment loan, up to'),
      techFeeDiscountPercent: share('Descuento en la comisión tecnológica', 'Discount on the technology fee'),
    })
      .min(1)
      .check(({ value, issues }) => {
        const repeated = repeatedLevel(value);
        if (!repeated) return;
        const path = [repeated.place, repeated.figure];
        const message = 'each level, and each number of points, stands once';
        issues.push({ code: 'custom', input: value, path, message, params: { code: 'duplicate' } });
      })
      .refine(isLadder, 'points grow with the levels, and only the lowest level begins without points'),
  }),
} as const;
