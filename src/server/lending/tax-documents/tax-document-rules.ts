import { rucNumber } from '#api/field-rules/ruc.ts';
import { type CalendarDate, isCalendarDate } from '#loan/calendar.ts';
import { percentOf } from '#loan/money.ts';
import {
  type Buyer,
  type CorrectedDocument,
  type Issuer,
  type TaxDocument,
  type TaxLine,
  totalsOf,
} from './tax-document.ts';

/** Why the tax authority would refuse a document, or should not be asked. */
export interface Problem {
  /** The authority's own code for it, where it has one. */
  readonly code?: string | undefined;
  /** `lines.2.vatCents`, as it is called in `TaxDocument`. */
  readonly field: string;
  readonly message: string;
}

const SERIES = /^B[A-Z0-9]{3}$/;
const MAX_NUMBER = 99_999_999;
const MAX_LINES = 999;
/** Twelve digits of soles. */
const MAX_CENTS = 99_999_999_999_999;
/** The authority knows these two rates of IGV (3462); the lender's law has the first. */
const IGV_PERCENTS = [18, 10];
const IDENTITIES: Readonly<Record<Buyer['documentCode'], { code: string; form: RegExp }>> = {
  '1': { code: '4207', form: /^\d{8}$/ },
  '4': { code: '4208', form: /^[A-Z0-9]{9,12}$/ },
};
const REASONS: readonly CorrectedDocument['reason'][] = ['01', '06', '07', '09'];
/**
 * How far the IGV of a line may be from the rate of its base. The authority lets a sol pass (3103); a line of ours is a
 * sum of parts of charges, of which each was rounded by less than a céntimo, and of few of them.
 */
const MAX_ROUNDING_CENTS = 25;

/**
 * Checks a document by what SUNAT's rule sheets of 12 February 2026 check, as far as a document of ours can be wrong,
 * and by what they leave to catalogues 06, 09 and 51 and to registers: check digit, text that could be cut, totals.
 * An observation of theirs is a problem too: a document that is told to operators every time is a wrong one.
 * @param today of the lender, when the date is to be held to it: no document is of a later day
 */
export function problemsOf(document: TaxDocument, today?: CalendarDate): readonly Problem[] {
  return [
    ...ofNumber('', document, '1001'),
    ...ofDate(document, today),
    ...ofIssuer(document.issuer),
    ...ofBuyer(document.buyer),
    ...ofLines(document),
    ...ofCorrection(document),
  ];
}

function when(isWrong: boolean, code: string | undefined, field: string, message: string): Problem[] {
  return isWrong ? [{ code, field, message }] : [];
}

function ofNumber(at: string, { series, number }: { series: string; number: number }, code: string): Problem[] {
  const isNumber = Number.isInteger(number) && number >= 1 && number <= MAX_NUMBER;
  return [
    ...when(!SERIES.test(series), code, `${at}series`, `a series is B and three of A–Z and 0–9, not "${series}"`),
    ...when(!isNumber, code, `${at}number`, `a number is from 1 to ${MAX_NUMBER}, not ${number}`),
  ];
}

function ofDate({ issueDate }: TaxDocument, today: CalendarDate | undefined): Problem[] {
  if (!isCalendarDate(issueDate)) return when(true, '2329', 'issueDate', `"${issueDate}" is not a date`);
  const isLater = today !== undefined && issueDate > today;
  return when(isLater, '2329', 'issueDate', `${issueDate} is after ${today}`);
}

/** A text on one line, without blanks at its ends, of so many characters. */
function ofText(code: string, field: string, text: string, shortest: number, longest: number): Problem[] {
  const isLine = !/\p{Cc}|[\u2028\u2029]/u.test(text) && text.trim() === text && text.isWellFormed();
  const fits = text.length >= shortest && text.length <= longest;
  return [
    ...when(!isLine, code, field, 'a text is one line without blanks at its ends'),
    ...when(!fits, code, field, `a text of ${shortest} to ${longest} characters, not ${text.length}`),
  ];
}

function ofIssuer(issuer: Issuer): Problem[] {
  const { ruc, name, tradeName, ubigeo, address, district, province, department } = issuer;
  const isUbigeo = /^(?:0[1-9]|1\d|2[0-5])(?:\d\d)(?:\d\d)$/.test(ubigeo) && !/00(?:..)?$/.test(ubigeo);
  return [
    ...when(rucNumber.check(ruc) !== undefined, '1005', 'issuer.ruc', `"${ruc}" is not a RUC`),
    // A document lets 1500 pass, but its day's summary does not (2228).
    ...ofText('4338', 'issuer.name', name, 3, 100),
    ...(tradeName === undefined ? [] : ofText('4092', 'issuer.tradeName', tradeName, 1, 1500)),
    ...when(!isUbigeo, '4093', 'issuer.ubigeo', `"${ubigeo}" is not the six digits of a district`),
    ...ofText('4094', 'issuer.address', address, 3, 200),
    ...ofText('4098', 'issuer.district', district, 2, 30),
    ...ofText('4096', 'issuer.province', province, 1, 30),
    ...ofText('4097', 'issuer.department', department, 2, 30),
  ];
}

function ofBuyer({ documentCode, documentNumber, name }: Buyer): Problem[] {
  const identity = IDENTITIES[documentCode] as (typeof IDENTITIES)['1'] | undefined;
  const isNumber = !identity || identity.form.test(documentNumber);
  return [
    ...when(!identity, '2016', 'buyer.documentCode', `"${documentCode}" is not of DNI or CE`),
    ...when(!isNumber, identity?.code, 'buyer.documentNumber', `"${documentNumber}" is not a number of that document`),
    // A receipt lets 1500 pass, but its credit note does not.
    ...ofText('2022', 'buyer.name', name, 3, 1000),
  ];
}

function ofLines(document: TaxDocument): Problem[] {
  const { igvPercent, kind, lines } = document;
  const numberCode = kind === 'receipt' ? '2023' : '2137';
  const { totalCents, netCents, vatCents } = totalsOf(document);
  const isRate = IGV_PERCENTS.includes(igvPercent);
  const isFar = isRate && Math.abs(vatCents - percentOf(netCents, igvPercent)) > 100;
  return [
    ...when(lines.length === 0, '2956', 'lines', 'a document has a line'),
    ...when(lines.length > MAX_LINES, numberCode, 'lines', `at most ${MAX_LINES} lines, not ${lines.length}`),
    ...when(!isRate, '3462', 'igvPercent', `the rate of IGV is ${IGV_PERCENTS.join(' or ')}, not ${igvPercent}`),
    ...lines.flatMap((line, index) => ofLine(line, `lines.${index}.`, isRate ? igvPercent : undefined)),
    ...when(totalCents > MAX_CENTS, '2062', 'lines', 'the total has more than twelve digits'),
    ...when(isFar, '4290', 'lines', `the IGV of all lines is not ${igvPercent} % of their base, within one sol`),
  ];
}

function ofLine({ description, netCents, vatCents }: TaxLine, at: string, percent: number | undefined): Problem[] {
  const isNet = Number.isSafeInteger(netCents) && netCents > 0 && netCents <= MAX_CENTS;
  const isVat = Number.isSafeInteger(vatCents) && vatCents > 0 && vatCents <= MAX_CENTS;
  const isKnown = percent !== undefined && isNet && isVat;
  const isFar = isKnown && Math.abs(vatCents - percentOf(netCents, percent)) > MAX_ROUNDING_CENTS;
  return [
    ...ofText('4084', `${at}description`, description, 3, 500),
    ...when(!isNet, '3105', `${at}netCents`, 'the base of a line is more than nothing'),
    ...when(!isVat, '3111', `${at}vatCents`, 'the IGV of a line is more than nothing'),
    ...when(isFar, '3103', `${at}vatCents`, `the IGV of a line is not ${percent} % of its base`),
  ];
}

function ofCorrection({ kind, corrects }: TaxDocument): Problem[] {
  if (kind === 'receipt') return when(corrects !== undefined, undefined, 'corrects', 'a receipt corrects nothing');
  if (!corrects) return when(true, '2524', 'corrects', 'a credit note names the receipt that it lowers');
  const isReason = REASONS.includes(corrects.reason);
  return [
    ...ofNumber('corrects.', corrects, '2117'),
    ...when(
      !isReason,
      '2172',
      'corrects.reason',
      `the reason is one of ${REASONS.join(', ')}, not "${corrects.reason}"`,
    ),
    ...ofText('2135', 'corrects.words', corrects.words, 2, 500),
  ];
}

/**
 * Checks a credit note against the receipt that it lowers, and what other notes have taken off it already: never below
 * zero, of the same issuer and buyer, and not before it.
 */
export function problemsOfCorrection(
  note: TaxDocument,
  receipt: TaxDocument,
  alreadyLowered: { readonly netCents: number; readonly vatCents: number },
): readonly Problem[] {
  const [lowers, from] = [totalsOf(note), totalsOf(receipt)];
  const isIt = note.corrects?.series === receipt.series && note.corrects.number === receipt.number;
  const isTooMuch =
    lowers.netCents + alreadyLowered.netCents > from.netCents ||
    lowers.vatCents + alreadyLowered.vatCents > from.vatCents;
  return [
    ...when(receipt.kind !== 'receipt' || !isIt, '2117', 'corrects', 'it lowers another document than this one'),
    ...when(note.issuer.ruc !== receipt.issuer.ruc, '1034', 'issuer.ruc', 'the receipt is of another issuer'),
    ...when(
      note.buyer.documentNumber !== receipt.buyer.documentNumber,
      undefined,
      'buyer.documentNumber',
      'the receipt is of another buyer',
    ),
    ...when(note.issueDate < receipt.issueDate, undefined, 'issueDate', 'it is older than its receipt'),
    ...when(isTooMuch, undefined, 'lines', 'it lowers more than is left of its receipt'),
  ];
}
