/** One line of BCP's account statement, as its online banking writes it. */
export interface BcpLine {
  readonly date: string;
  /** Often empty. */
  readonly valueDate?: string;
  readonly description: string;
  /** `1,234.56`, with a minus for money that went out. */
  readonly amount: string;
  readonly number: string;
  readonly reference2?: string;
}

export const BCP_COLUMNS = [
  'Fecha',
  'Fecha valuta',
  'Descripción operación',
  'Monto',
  'Saldo',
  'Sucursal - agencia',
  'Operación - Número',
  'Operación - Hora',
  'Usuario',
  'UTC',
  'Referencia2',
];

/** A whole file: what is above, the names of the columns in the fifth line, the lines. */
export function bcpFile(
  lines: readonly BcpLine[],
  { account = '191-0012345-6-78', currency = 'Soles' }: { account?: string; currency?: string } = {},
): string {
  const rows = lines.map(({ date, valueDate = '', description, amount, number, reference2 = '' }) =>
    [
      date,
      valueDate,
      description,
      `"${amount}"`,
      '"10,000.00"',
      '111-008',
      number,
      '13:32:02',
      'TNP101',
      '2401',
      reference2,
    ].join(','),
  );
  return [
    `Cuenta,${account}`,
    `Moneda,${currency}`,
    'Tipo de Cuenta,Corriente',
    '',
    BCP_COLUMNS.join(','),
    ...rows,
    '',
  ].join('\r\n');
}
