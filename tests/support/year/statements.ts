import type { Luck } from './company.ts';

/** A credit on our account with the bank, or one that it takes back. */
export interface BankLine {
  readonly date: string;
  readonly number: string;
  readonly soles: number;
  readonly text: string;
}

/** Shares of transfers that come otherwise than they were asked for. */
const MISTAKES = { noReference: 0.06, wrongDigit: 0.04, otherAmount: 0.08, inTwoParts: 0.05 } as const;

/** The bank's own record of our account: each line is one movement, however often a statement says so. */
export class Statements {
  readonly #coming: BankLine[] = [];
  readonly lines: BankLine[] = [];
  /** Lines that are not booked, because the bank has to be asked. */
  readonly leftToPeople = new Set<BankLine>();
  #number = 500_000;

  /** A client transfers money, and people make mistakes. */
  transfer(luck: Luck, date: string, reference: string, soles: number): void {
    const text = luck.happens(MISTAKES.noReference)
      ? 'ABONO POR TRANSFERENCIA'
      : luck.happens(MISTAKES.wrongDigit)
        ? `PAGO ${reference.slice(0, -1)}${(Number(reference.at(-1)) + 3) % 10}`
        : `PAGO ${reference}`;
    const amount = luck.happens(MISTAKES.otherAmount) ? soles + luck.between(-200, 500) / 100 : soles;
    const cents = Math.max(100, Math.round(amount * 100));
    const first = luck.happens(MISTAKES.inTwoParts) ? Math.floor(cents / 3) : cents;
    this.credit(date, text, first / 100);
    if (first < cents) this.credit(date, text, (cents - first) / 100);
  }

  credit(date: string, text: string, soles: number): void {
    this.#number += 1;
    this.#coming.push({ date, number: String(this.#number), soles, text });
  }

  /** The bank takes one of its credits back. */
  takeBack(date: string, { number, soles }: BankLine): void {
    this.#coming.push({ date, number, soles: -soles, text: 'EXTORNO' });
  }

  /** The file of the day: what has come, and sometimes what was in an earlier one. */
  file(luck: Luck): readonly BankLine[] {
    const fresh = this.#coming.splice(0);
    const old = luck.happens(0.1) ? this.lines.slice(-luck.between(1, 5)) : [];
    this.lines.push(...fresh);
    return [...old, ...fresh];
  }
}

/** A file as the bank exports it. */
export function csvOf(lines: readonly BankLine[]): string {
  const rows = lines.map(({ date, number, soles, text }) =>
    [date.split('-').reverse().join('/'), number, soles.toFixed(2), text].join(';'),
  );
  return ['fecha;operacion;monto;descripcion', ...rows, ''].join('\n');
}
