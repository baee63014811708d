import { PAPER_PARTS } from '../notes.ts';

/** Meanings of the fields of these calls; `../notes.ts` says how they are looked up. */
export const FIELD_NOTES: Readonly<Record<string, string>> = {
  // several calls
  application: 'The newest application; null for clients who have never applied.',
  'application.id': 'Names the application.',
  'application.status': 'DRAFT, PENDING, APPROVED, ISSUING_LOAN, COMPLETED, REJECTED, CANCELLED or EXPIRED.',
  'application.version': 'Counts changes: goes back in If-Match.',
  allowedScreens: 'Screens that may be opened now; the next one is always among them.',
  maintenance: 'Whether the product is closed for a while.',
  selection: 'What is asked for, after adjustment.',
  'selection.amount': 'Whole soles.',
  residenceStatus: 'A code of the list ResidenceStatus.',
  timeAtAddressMonths: 'Months at this address, 0 to 960.',
  referrals: 'People we may call to confirm that the client can be reached; never about the loan.',
  'referrals.name': 'Name and surname.',
  'referrals.phone': 'A mobile, neither the client’s nor the other one’s.',
  relationship: 'A code of the list ReferralRelationship.',
  pep: 'Whether the client is a politically exposed person.',
  pepPosition: 'The office held; needed with pep.',
  pepTextVersion: 'SHA-256 of the words in which pep was asked, in hex; without it that of our own texts counts.',
  incomeSource: 'A code of the list IncomeSource.',
  lengthOfIncome: 'A code of the list LengthOfIncome.',
  employerName: 'Of an employee.',
  employerRuc: 'RUC of the employer or of the client’s own business.',
  employerPhone: 'Where the employer is reached.',
  monthlyIncome: 'Net, whole soles, 0 to 100000.',
  monthlyExpenses: 'Whole soles, 0 to 100000.',
  otherLoanPayments: 'Whole soles a month, 0 to 100000.',
  monthlyFree: 'What is left of a month, whole soles, 0 to 100000; in place of the two above.',
  bankAccountType: 'A code of the list BankAccountType.',
  accountNumber: 'Digits; how many depends on the bank.',
  documentId: 'Names the file.',
  'documents.type': 'Which file or paper.',
  itemId: 'Names what is asked for.',
  approved: 'What may be taken of it.',
  limits: 'The highest amount for each term.',
  'limits.term': 'Days or months.',
  'approved.minAmount': 'Whole soles.',
  'approved.maxAmount': 'Whole soles, over all terms.',
  'limits.maxAmount': 'Whole soles.',
  comment: 'In the client’s own words.',
  agreementId: 'Names the agreement; a new day or another offer makes a new one.',
  productId: 'Number of the product.',
  singlePayInquiry: 'Asks for the single-payment product. Send this or installmentInquiry, never both.',
  installmentInquiry: 'Asks for an instalment product. Send this or singlePayInquiry, never both.',
  amount: 'Whole soles, inside the product’s bounds and on its step.',
  term: 'One of the product’s termOptions: days for a single payment, months for instalments.',
  offer: 'The priced loan.',
  principal: 'What is paid out, soles.',
  'offer.total': 'Everything the client pays back, soles: principal + totalFees + totalVat.',
  totalFees: 'Interest and fees after discounts, before IGV, soles.',
  totalFeesWithoutDiscount: 'Interest and fees before discounts and IGV, soles.',
  totalFeesWithoutDiscountWithVat: 'Interest and fees before discounts, with their IGV, soles.',
  totalVat: 'IGV on what is charged, soles.',
  discount: 'Taken off, soles.',
  afterDiscount: 'What is charged: net − discount, soles.',
  schedule: 'Only for instalments.',
  installments: 'One row per month, in order.',
  'installments.dueDate': 'Day the instalment is due.',
  'installments.total': 'The instalment, soles: principal + interest + fees + vat.',
  'installments.principal': 'Part that repays the loan, soles.',
  'installments.interest': 'Interest of the period, soles.',
  'installments.fees': 'Fees of the period, soles.',
  'installments.vat': 'IGV of interest and fees, soles.',
  'installments.balance': 'Principal still owed afterwards, soles.',
  'offer.tea': 'Effective annual rate of compensatory interest, percent.',
  tceaExclVat: 'True annual cost without IGV, percent.',

  // cancel-application
  'cancel-application.reason': 'Why, from a short list.',

  // check-bank-account
  accountType: 'A code of the list BankAccountType.',
  ok: 'Whether it can be an account of the bank.',
  bankCode: 'Three digits.',
  warnings: 'cci_checksum: the check digits do not add up; look again.',

  // decline-offer
  'decline-offer.reason': 'Why, from a short list.',

  ...PAPER_PARTS,

  // get-agreement
  'get-agreement.documents': 'The papers to be read and signed.',
  'documents.url': 'Where to load it.',
  'get-agreement.acceptance': 'The words of the one box, in the language of Accept-Language.',
  'get-agreement.account': 'The account that receives, masked, with its holder.',
  'account.bank': 'Its name; null when it is not known any more.',
  'account.masked': 'The last four digits.',
  'account.holder': 'Who it belongs to.',
  summary: 'The figures of the contract.',
  'summary.total': 'What is paid back in all.',
  'summary.dueDate': 'The only due date, or the last one.',
  'summary.fees': 'Each fee before and after its discount.',
  'summary.tea': 'Annual rate, percent.',
  changed: 'What differs from the papers shown before: dueDate, total, tcea, schedule.',

  // get-application
  'get-application.id': 'Names the application.',
  'data.reference': 'How to find the house.',
  'draft.reference': 'How to find the house.',
  'get-application.status': 'DRAFT, PENDING, APPROVED, ISSUING_LOAN, COMPLETED, REJECTED, CANCELLED or EXPIRED.',
  'get-application.stageSince': 'Since when it is at its stage.',
  receivedAt: 'When everything that was asked had been sent.',
  passed: 'Checks by others that came out well, with their time.',
  'passed.at': 'When the answer came.',
  'get-application.account': 'The account that receives, masked, with its holder.',
  payout: 'Where the money is; null before signing.',
  'payout.amount': 'What is paid out, soles.',
  signedAt: 'When the contract was signed.',
  sentAt: 'When the bank was given the order; null before.',
  paidAt: 'When the bank confirmed it; null before.',
  'get-application.version': 'Counts changes: goes back in If-Match.',
  'get-application.steps': 'Who the client is and what they live on.',
  personal: 'The first step.',
  financial: 'The second step.',
  data: 'What was sent; null before.',
  draft: 'What is in the form since; null when nothing does.',
  completedAt: 'When it was sent last.',
  'data.street': 'Name of the street.',
  'draft.street': 'Name of the street.',
  'get-application.documents': 'Files the client has sent.',
  'documents.status': 'SCANNING or READY.',
  identityPictures: 'Pictures that the device step needs; none for small amounts and known clients.',
  asked: 'What the amount asks for beyond what everybody is asked.',
  'asked.fields': 'Fields of the two steps that it needs; the others of the list may stay empty.',
  referees: 'How many people who know the client.',
  checks: 'What somebody else is asked about the client: identity, account-holder, bureau.',
  'asked.provider': 'Who is asked; empty when nobody is.',
  reasons: 'Why it was not approved, by codes that have texts.',
  reviewUntil: 'The last day on which people can be asked to look at it again; null when they cannot.',

  // get-application-offer
  'get-application-offer.validUntil': 'Until when it stands; changing it does not make it longer.',

  // get-missing-information
  'get-missing-information.kind': 'DOCUMENT, FIELD, BANK_ACCOUNT or CALL.',
  'get-missing-information.code': 'What is asked for, for programs.',
  'get-missing-information.title': 'What is asked for, in the client’s language.',
  acceptedTypes: 'Kinds of files that answer it.',
  done: 'Whether it was answered.',

  // get-product-settings
  sequence:
    '1 for a first loan: maximums are cut to firstLoanLimit. 2 for a client who has repaid one, by their session; without a session it is answered as 1.',
  singlePayProduct: 'The product repaid in one payment.',
  installmentProducts: 'The products repaid in monthly instalments. The last one is the default.',
  askedAbove: 'Above which amounts more is asked for; absent while the lender’s policies have a flaw.',
  'askedAbove.referees': 'Above it referees are asked for, whole soles; absent: never.',
  'askedAbove.pictures': 'Above it pictures of document and face are asked for, whole soles; absent: never.',
  dataOfficer: 'Who answers for personal data; absent until the lender has named somebody.',
  'dataOfficer.name': 'The officer’s name.',
  'dataOfficer.contact': 'E-mail, telephone or address.',
  capOf: 'The last day that the cap was published for, where a sandbox carries an older one forward; absent otherwise.',
  tariff: 'What being late and extending cost, for every product; absent while the lender’s policies have a flaw.',
  moratory: 'Rate of late interest on overdue principal, on top of the loan’s own; TEA in percent.',
  days: 'Days that an extension moves the due date by.',
  fee: 'Before IGV, soles; the interest of the days comes on top.',
  extensions: 'Fees of the extensions that are sold, before IGV.',
  changedMyMindDays: 'Whoever repays within these days of the payout owes the principal alone; absent: no such rule.',
  minAmount: 'Smallest amount, whole soles.',
  maxAmount: 'Largest amount for the sequence asked for, whole soles.',
  defaultAmount: 'Amount the calculator opens with, whole soles.',
  amountStep: 'Amounts are minAmount plus a multiple of this, whole soles.',
  firstLoanLimit: 'Largest amount of a first loan, whole soles.',
  minTerm: 'Shortest term, in days or months by productType.',
  maxTerm: 'Longest term, in days or months by productType.',
  defaultTerm: 'Term the calculator opens with.',
  termOptions: 'The terms that may be chosen; no other is offered.',
  pricing: 'The dated figures an offer is computed with, so that a calculator can price without asking.',
  businessDate: 'The day in Lima the figures are in force on.',
  parameterVersion: 'Grows with every change of a figure; offers of one date and version are comparable.',
  'pricing.tea': 'Effective annual rate of compensatory interest, percent, 360-day year.',
  igv: 'Value added tax on interest and fees, percent.',
  cap: 'Highest compensatory rate the law allows on the date, percent. A product whose rate is above it is not sold.',
  'pricing.fees': 'Fees before IGV. Interest is not among them: it is computed.',
  name: 'Which fee.',
  kind: 'flat: once. perInstallment: with each instalment. spread: once, divided over the instalments.',
  'fees.net': 'Price before discount and IGV, soles.',
  'fees.discount': 'Taken off the price before IGV, soles.',
  freeUpTo: 'Present while the first loan is free: up to this amount and term nothing is charged.',
  'freeUpTo.amount': 'Whole soles.',
  'freeUpTo.term': 'Days or months by productType.',

  // list-banks
  'list-banks.id': 'Names the bank.',
  'list-banks.name': 'As people know it.',
  'list-banks.code': 'Three digits.',
  accountLengths: 'Digits its account numbers may have; empty when any will do.',
  cciPrefix: 'The first digits of every CCI of the bank.',

  // list-options
  'list-options.id': 'Number in the list.',
  'list-options.name':
    'One of StreetType, ResidenceStatus, ReferralRelationship, IncomeSource, LengthOfIncome, BankAccountType, SocialMedias.',
  'list-options.code': 'What is stored.',
  label: 'What is read.',
  es: 'In Spanish.',
  en: 'In English.',
  order: 'Place in the list.',
  active: 'Whether it can be chosen.',

  // list-places
  within: 'Nothing for departments, two digits for provinces, four for districts.',
  'list-places.code': 'INEI code of two, four or six digits.',
  'list-places.name': 'Name of the place.',

  // mark-screen-seen
  screen: 'The screen that was seen.',

  // recalculate-offer
  'recalculate-offer.validUntil': 'Until when it stands; changing it does not make it longer.',

  // save-draft
  'save-draft.reference': 'How to find the house.',
  'save-draft.street': 'Name of the street.',

  // send-inquiry
  applicationId: 'Names the application.',
  'send-inquiry.status': 'DRAFT: the client still writes.',
  'send-inquiry.version': 'Counts changes: goes back in If-Match.',
  webQueryParams: 'The query the client came with; only the allow-listed parameters are kept.',
  deviceData: 'What the browser says about its device.',
  adjusted: 'What was changed so that the client may have it; nothing, as a rule.',
  'adjusted.field': 'Which field.',
  'adjusted.from': 'As asked for.',
  'adjusted.to': 'As it is now.',
  'adjusted.reason': 'first_loan_limit: the highest amount of a first loan. level_limit: of the client’s level.',

  // sign-agreement
  'sign-agreement.documents': 'Every paper that was shown.',

  // submit-device-step
  blackbox: 'What the device check wrote; opaque.',
  blackboxState: 'ok, blocked (by the browser) or timeout (after five seconds).',
  deviceConsent: 'That the client knows about the device check.',
  identity: 'Pictures of the document and the client.',
  dniFrontId: 'The file with the front.',
  dniBackId: 'The file with the back.',
  selfieId: 'The file with the face.',

  // submit-missing-information
  'submit-missing-information.items': 'One answer for each item.',
  documentIds: 'Files that answer it.',
  value: 'Any other answer.',

  // submit-personal-step
  'submit-personal-step.reference': 'How to find the house.',
  'submit-personal-step.street': 'Name of the street.',

  // upload-application-document
  'upload-application-document.type': 'Which file.',
  'upload-application-document.status': 'SCANNING or READY.',
};

/** Meanings of the error codes of these calls. */
export const ERROR_NOTES: Readonly<Record<string, string>> = {
  parameter_missing: 'A dated figure (price, IGV, rate cap) is not loaded for today, so nothing is offered.',
  application_exists: 'There is an open application; details.nextScreen goes on with it.',
  active_loan: 'There is a loan that is not paid.',
  reapply_later: 'Too soon after the last answer; details.canReapplyAt says when.',
  illegal_transition:
    'The application is at a stage without this step; details say which stage and which steps it has.',
  document_submitted: 'The file was sent with something already and stays.',
  document_changed: 'The papers are not those that stand to be signed: read them again.',
  offer_expired: 'The offer has expired.',
  offer_replaced: 'Another offer has taken the place of this one.',
  rate_cap_changed: 'The legal rate cap of today is below the rate of the offer.',
  review_not_possible: 'A review was asked for before, or more than 30 days have passed.',
  rate_above_cap:
    'The price of this product is above the legal maximum of today: it is not sold until one of them changes.',
};
