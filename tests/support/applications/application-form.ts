/** A complete first step, as a browser sends it; made-up people with made-up numbers. */
export function aPersonalStep(changes: Readonly<Record<string, unknown>> = {}) {
  const step = {
    firstName: 'Ana Lucía',
    lastName1: 'Quispe',
    lastName2: 'Ñahui',
    birthDate: '1990-05-01',
    altPhone: '015551234',
    ubigeo: '150105',
    streetType: 'JR',
    street: 'Los Álamos',
    number: '123',
    apartment: '402',
    reference: 'Frente al parque',
    residenceStatus: 'RENTED',
    timeAtAddressMonths: 30,
    referrals: [
      { name: 'Rosa Ñahui', relationship: 'PARENT', phone: '987000001' },
      { name: 'Luis Pérez', relationship: 'COLLEAGUE', phone: '987000002' },
    ],
    pep: false,
  };
  return { ...step, ...changes } as typeof step;
}

/** A complete second step; the CCI is one of domain 2.7's made-up vectors. */
export function aFinancialStep(changes: Readonly<Record<string, unknown>> = {}) {
  const step = {
    incomeSource: 'EMPLOYEE',
    lengthOfIncome: '1_3Y',
    employerName: 'Textiles del Sur S. A. C.',
    monthlyIncome: 2500,
    monthlyExpenses: 900,
    otherLoanPayments: 0,
    payday: 30,
    bankId: 'bcp',
    bankAccountType: 'SAVINGS',
    cci: '00219100001234567852',
  };
  return { ...step, ...changes } as typeof step;
}
