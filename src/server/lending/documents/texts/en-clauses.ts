import type { ClauseTexts } from './es-clauses.ts';

/** The courtesy copy of the clauses; the Spanish text is the one that binds. */
export const EN_CLAUSES: ClauseTexts = {
  parties: 'Who signs',
  conditions: 'What they agree',
  intro: '{lender} and {name} sign this contract. Read the summary sheet and the schedule too: they are part of it.',
  joint: { comma: ', ', and: ' and ' },
  /** The providers that were asked about the client before the decision. */
  consulted: {
    asked: 'Before deciding we asked {provider}, giving them only the data that the question needs: {questions}.',
    questions: {
      identity: 'whether your document, your name and your date of birth belong to one person',
      'account-holder': 'whether the account for the money is yours',
      bureau: 'your rating in its credit bureau',
    },
    noBureau: 'We asked no credit bureau for this application.',
    nobody: 'To decide this application we consulted no credit bureau, and no register of identities or accounts.',
  },
  contract: {
    loan: {
      heading: '1. The loan',
      base: '{lender} lends you {amount}. We transfer the full amount, with nothing taken off, to the account you named. You pay it back with the interest, fees and IGV of this contract: {total} in total, if you pay on the dates agreed.',
    },
    start: {
      heading: '2. When it starts',
      base: 'Interest runs from the day the bank confirms the transfer. The dates and amounts of this contract assume that this is {valueDate}. If it happens on another day, the dates move with it, the amounts are recalculated at the same rates and fees, and you receive a new schedule. If the transfer fails, you owe nothing.',
    },
    cost: {
      heading: '3. What it costs',
      base: 'The rate of compensatory interest is fixed: an effective annual rate (TEA) of {tea}, based on a year of 360 days. The effective annual cost (TCEA), which combines everything you pay, is {tcea} with IGV and {tceaExclVat} without IGV.',
      rest: 'IGV of {igv} is added to interest and fees. The summary sheet shows each fee with its reason. Nothing else is charged: not for the transfer, not for paying, not for documents.',
      cap: 'The TEA does not exceed the maximum rate of compensatory interest published by the Central Reserve Bank of Peru, which on {date} is {cap}.',
    },
    payment: {
      heading: '4. When and how you pay',
      single: 'You pay {total} in a single payment, on {dueDate}.',
      monthly:
        'You pay {term} monthly instalments, as the schedule shows. The first falls due on {firstDueDate} and the last on {dueDate}.',
      rest: 'If a date falls on a non-business day, you can pay on the next business day at no extra cost. You pay by the methods shown in your client area. Your payment counts as of the date you made it, even if we learn of it later.',
    },
    order: {
      heading: '5. What each payment pays',
      base: 'First, whatever is oldest. Within each due date, in this order: {order}. Each interest or fee is paid together with its IGV. If you overpay, the excess is yours and you can ask us to send it back to your account.',
    },
    early: {
      heading: '6. Paying early',
      base: 'You can pay early, all or a part, on any day, without a fee or penalty (article 85 of Ley 29571). If you pay everything, interest and fees are charged only for the days that have passed.',
      accelerated:
        'The assessment fee pays for a service already provided: it is charged in full even if you pay early.',
      single: 'If you pay part of it, the principal goes down, and with it the interest still to come.',
      monthly:
        'If you pay more than what is due, you choose: lower instalments, fewer instalments, or the next ones in advance. If you do not choose, up to {advance} instalments are paid in advance; with more, {mode}.',
      modes: {
        REDUCE_INSTALLMENT: 'the instalments go down',
        REDUCE_TERM: 'there are fewer instalments',
        ADVANCE: 'the next ones are paid in advance too',
      },
      changedMind:
        'Time to change your mind: {changedMindDays} day(s) from receiving the money. If you give back all the principal in that time, you pay no interest and no fees.',
    },
    late: {
      heading: '7. If you are late',
      base: 'After the last day to pay, overdue principal continues to accrue compensatory interest at the same TEA, with IGV, and also moratory interest at an effective annual rate of {moratory}, without IGV. Both are counted {from}. We charge no interest on interest, fees or IGV, no penalties and no collection charges.',
      from: {
        DUE_DATE: 'from the due date',
        EFFECTIVE_DUE_DATE: 'from the last day on which you could pay on time',
      },
      rest: 'Owing {tolerance} or less is not being late. Being late does not bring forward the instalments that are not due yet. When it is more than {days} days past due, the loan is in default.',
      conduct:
        'Our collection follows articles 61 and 62 of Ley 29571: we do not call or visit between 20:00 and 07:00, nor on Saturdays, Sundays or holidays; we do not talk about your debt with other people or use papers that look as if they came from a court.',
    },
    hardship: {
      heading: '8. If you cannot pay',
      single:
        'You can extend by {terms} days, up to {max} times in a row, paying the price in advance. Before you pay you see what it costs in soles.',
      rest: 'You can also request a payment plan or flex pay, under the conditions you see before you accept. None of this starts unless you confirm it.',
    },
    fixed: {
      heading: '9. What does not change',
      base: 'The rates, fees and rules of this contract do not change while the loan lasts, except in your favour or with your agreement in an addendum.',
    },
    data: {
      heading: '10. Your data',
      base: 'We use your data for this contract as the privacy notice explains, under Ley 29733 and its regulation. Advertising is separate: only if you accept it, and you can withdraw at any time. If your phone, e-mail or address changes, update it in your client area.',
    },
    signing: {
      heading: '11. Electronic signature',
      base: 'You sign with a one-time code that we send to your phone. By using it you declare that you have read and accept this contract, the summary sheet and the schedule. The evidence of the signature is kept and attached to your copy (Ley 27269). All your copies are in your client area, at no cost.',
    },
    complaints: { heading: '12. Complaints' },
    law: {
      heading: '13. Law and courts',
      base: 'Peruvian law applies. Disagreements are settled by the judges of the place where you live. Nothing in this contract takes away the rights that the Consumer Protection Code (Ley 29571) gives you.',
    },
  },
  registered:
    'In the register of the SBS under No. {number} (Res. SBS 650-2024): check it by the RUC at https://www.sbs.gob.pe',
  dataOfficer: 'Our data protection officer is {name}: {contact}.',
  privacy: [
    {
      heading: '1. Who is responsible for your data',
      paragraphs: [
        '{lender}, RUC {ruc}, at {address}, is the controller of the personal data. You can exercise your rights in your client area or in writing at that address.',
      ],
    },
    {
      heading: '2. Which data we use, and what for',
      paragraphs: [
        'Identity and contact: to know it is you, to sign and to be able to reach you. Without them there is no contract.',
        'What you earn, what you owe and how you have paid us: to assess whether you can afford it.',
        'Data of your device and connection: to prevent fraud and protect your account.',
        'Loans and payments: to keep the contract and the laws on accounting, tax and money laundering.',
        'We do not ask for access to your contacts, photos or messages.',
      ],
    },
    {
      heading: '3. Advertising',
      paragraphs: [
        'Only if you accept it, for each channel separately, and you can stop it at any time, without a reason and with immediate effect. Saying no never changes your assessment.',
      ],
    },
    {
      heading: '4. Automatic decisions',
      paragraphs: [
        'A system works out part of the assessment of your application. You can request the reasons, and a review by a person.',
      ],
    },
    {
      heading: '5. Who we share them with',
      paragraphs: [
        'With whoever is needed to lend to you: the bank that transfers, the companies that process payments, whoever delivers messages, and an authority that asks by law. They work on our behalf or by legal mandate. We do not sell your data.',
        '{consulted}',
      ],
    },
    {
      heading: '6. How long we keep them',
      paragraphs: [
        'Data on contracts, payments and receipts: ten years, as the law requires. Data from an application you did not finish are deleted 90 days after it expires. Consents are kept for as long as they need to be proved.',
      ],
    },
    {
      heading: '7. How we look after them',
      paragraphs: [
        'Personal data are stored encrypted, and every time our staff open your file, it is recorded. If an incident affected you, we would tell the authority within 48 hours, and you as well.',
      ],
    },
    {
      heading: '8. Your rights',
      paragraphs: [
        'You can see, correct, delete or take your data with you, object to their use, and withdraw the consents you gave (Ley 29733 and DS 016-2024-JUS). We answer within 20 business days if you want to see them and within 10 if you want to correct or delete them or object. It is free.',
        'If the answer does not satisfy you, you can go to Peru’s data protection authority.',
      ],
    },
  ],
};
