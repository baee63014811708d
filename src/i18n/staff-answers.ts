import { MESSAGES } from './messages.ts';
import type { StaffWords } from './staff-acts.ts';
import { staffFieldWords } from './staff-fields.ts';

/**
 * What answers say: names of their fields and codes that are values, `code Spanish | English`, several in a line. `PAST_DUE`
 * and `past-due` are `pastDue`. A field of an act with the same name has its words in `staff-fields.ts`.
 */
const TABLE = `
about Detalle | About; action Acto | Act; accounts Cuentas | Accounts; applications Solicitudes | Applications; approvals Propuestas | Proposals; attachments Archivos | Files
batches Lotes | Batches; buckets Tramos | Buckets; colleagues Colegas | Colleagues; complaints Reclamos | Complaints; contactDates Días en que se contactó | Days of contact
facts Hechos | Facts; flags Alertas | Flags; loan Préstamo | Loan; masked Número | Number; payments Pagos | Payments; payouts Desembolsos | Payouts; policy Política | Policy
pricing Precio | Pricing; productType Producto | Product; purchaseNumber Número de compra | Purchase number; receipts Comprobantes | Receipts
recoveries Accesos perdidos | Lost access; refunds Devoluciones | Refunds; terms Condiciones | Terms; unapplied Sin identificar | Unidentified
valueDate Fecha valor | Value date; actor Quién | Who; ageDays Días esperando | Days waiting; answerDueDate Responder hasta | Answer by; approval Propuesta | Proposal
at Cuándo | When; attempts Intentos | Tries; balance Saldo | Balance; base Base | Base; bookedThrough Contabilizado hasta | Booked through; bucket Tramo | Bucket
businessDate Día contable | Business date; callFrom Llamar desde | Call from; callOn Llamar el | Call on; callUntil Llamar hasta | Call until; checks Consultas | Checks
client Cliente | Client; consents Consentimientos | Consents; created Creado | Created; credit Haber | Credit; daysLate Días de mora | Days late; deadline Plazo | Deadline
debit Debe | Debit; decisions Decisiones | Decisions; declarations Declaraciones | Declarations; description Descripción | Description; detail Detalle | Detail
difference Diferencia | Difference; document Documento | Document; documents Documentos | Documents; due Por pagar | Due; dueBy Hasta | Due by; dueDate Vence | Due
dueOn Vence | Due; event Hecho | Event; events Hechos | Events; exempt Exento | Exempt; expiresAt Vence | Ends; fees Comisiones | Fees; filed Presentado | Filed
fraudFlags Alertas de fraude | Fraud flags; held Detenido | Held; history Historia | History; igv IGV | IGV; interest Intereses | Interest
information Información pedida | Information asked for; isRepeat Cliente que vuelve | Repeat client; journals Asientos | Journals; ledger Libro mayor | Ledger
loans Préstamos | Loans; matched Identificado | Matched; mayBeCalled Se puede llamar | May be called; mayCallNow Se puede llamar ahora | May be called now; method Medio | Method
moratory Moratorio | Moratory; notices Avisos | Notices; opening Saldo inicial | Opening; ordered Ordenado | Ordered; originated Originado | Originated
outstanding Por cobrar | Outstanding; paidOut Desembolsado | Paid out; parameters Vigentes | In force; pauses Pausas | Pauses; people Clientes | Clients
principal Capital | Principal; problems Problemas | Problems; proposals Propuestas | Proposals; proposed Propuesto | Proposed; purpose Para qué | Purpose
requests Pedidos | Requests; sessions Sesiones | Sessions; sheet Hoja | Sheet; since Desde | Since; snapshot Datos de la decisión | What was decided on; steps Pasos | Steps
tasks Pendientes | What waits; type Tipo | Type; unmatched Sin identificar | Not matched; visitors Sin cuenta | Without an account; why Por qué | Why
bankRef Número del banco | Number of the bank; acceleratedAcceptanceFee Comisión por aceptación rápida | Accelerated acceptance fee
adminFee Comisión de administración | Administration fee; bankReference Referencia del banco | Reference of the bank; cap Tope del día | Cap of the day; cause Causa | Cause
credits Abonos | Credits; debits Cargos | Debits; discount Descuento | Discount; extensionInterest Interés de la extensión | Interest of the extension
inFile En el archivo | In the file; into Entró a | Into; isFinal Definitivo | Final; items Órdenes | Orders; known Ya conocido | Known
lateInterest Interés por el atraso | Interest for being late; lateVat IGV del interés por el atraso | IGV on the interest for being late; locale Idioma | Language
made Armado | Made; net Sin IGV | Net; notaryFee Gasto notarial | Notary fee; of Sobre | Of; paid Pagado | Paid; papers Documentos | Papers; ref Referencia | Reference
parameterVersion Versión de los parámetros | Version of the parameters; payoffToday Para terminarlo hoy, y de qué sale | To end it today, and how that comes about; rate Tasa | Rate
released Liberado | Released; reversed Revertido | Reversed; schedule Cronograma | Schedule; tea TEA | TEA; takenBack Retirados por el banco | Taken back by the bank
techFee Comisión tecnológica | Technology fee; unpaid Por pagar | Unpaid; url Enlace | Link; use Uso | Use; vat IGV | IGV; version Versión | Version

personal Datos personales | Personal data; draft Borrador | Draft; altPhone Otro teléfono | Other telephone; residenceStatus Vivienda | Home
timeAtAddress Tiempo en la dirección | Time at the address; referrals Referencias personales | Referees; relationship Parentesco | Relationship
pep Persona expuesta políticamente | Politically exposed; isPep Persona expuesta políticamente | Politically exposed; pepPosition Cargo público | Public office
pepTextVersion Versión del texto | Version of the text; textVersion Versión del texto | Version of the text; data Datos | Data; completed Completado | Completed
financial Datos económicos | Financial data; incomeSource Fuente de ingresos | Source of income; lengthOfIncome Antigüedad del ingreso | Length of income
employerName Empleador | Employer; employerRuc RUC del empleador | RUC of the employer; employerPhone Teléfono del empleador | Telephone of the employer
monthlyIncome Ingreso mensual | Monthly income; monthlyExpenses Gastos mensuales | Monthly expenses; otherLoanPayments Cuotas de otros préstamos | Payments of other loans
monthlyFree Libre al mes | Free each month; payday Día de pago | Payday; bankAccountType Tipo de cuenta | Type of account; accountNumber Número de cuenta | Account number
blackbox Datos del navegador | Data of the browser; blackboxState Lectura del navegador | Reading of the browser; caller Dirección IP | IP address; identity Identidad | Identity
mediaType Formato | Format; byteLength Bytes | Bytes; sha256 Huella SHA-256 | SHA-256; submitted Enviado | Submitted; case Caso | Case; flagged Marcado | Flagged
isOwn Es suya | Their own; samePicture Misma foto | Same picture; declared Declarado | Declared; application Solicitud | Application; asked Pedido | Asked
answered Respondido | Answered; outcome Resultado | Outcome; category Categoría | Category; decided Decidido | Decided; ruleSet Reglas | Rules; rule Regla | Rule
findings Hallazgos | Findings; item Dato | Item; concern Reparo | Concern; score Puntaje | Score; points Puntos | Points; max Máximo | Most; approved Aprobado | Approved
minAmount Monto mínimo | Least amount; maxAmount Monto máximo | Most amount; defaultAmount Monto inicial | First amount; amountStep Paso del monto | Step of the amount
limits Límites | Limits; today Día | Day; age Edad | Age; minAge Edad mínima | Least age; maxAgeAtMaturity Edad máxima al terminar | Most age at the end
maxInstalment Cuota máxima del ingreso | Most of the income for an instalment; blockedRegions Zonas sin atención | Regions not served
refusedIncomeSources Ingresos que no se aceptan | Incomes not accepted; maxApplicationsIn30Days Solicitudes en 30 días, máximo | Applications in 30 days, most
referDaysLate Mora que pide revisión | Days late that ask for a review; refuseDaysLate Mora que rechaza | Days late that refuse; requirements Requisitos | Requirements
fields Campos | Fields; referees Referencias personales | Referees; accountHolder Titular de la cuenta | Holder of the account; bureau Central de riesgo | Credit bureau
pass Para aprobar | To pass; weights Pesos | Weights; incomeLength Antigüedad del ingreso | Length of income; residence Vivienda | Home; burden Carga | Burden
firstLoanLimit Tope del primer préstamo | Limit of the first loan; minTerm Plazo mínimo | Least term; maxTerm Plazo máximo | Most term; defaultTerm Plazo inicial | First term
termOptions Plazos | Terms; freeUpTo Gratis hasta | Free up to; isIdentityConfirmed Identidad confirmada | Identity confirmed; trustPoints Puntos de confianza | Trust points
income Ingreso | Income; source Fuente | Source; length Antigüedad | Length; expenses Gastos | Expenses; otherLoans Otros préstamos | Other loans; free Libre | Free
isProved Demostrado | Proved; hasOverdueLoan Debe un préstamo vencido | Owes an overdue loan; hasWrittenOffLoan Tiene un préstamo castigado | Has a loan written off
worstDaysLateIn2Years Peor mora en 2 años | Worst days late in 2 years; applicationsIn30Days Solicitudes en 30 días | Applications in 30 days; links Coincidencias | Links
sameCci Mismo CCI | Same CCI; samePhone Mismo teléfono | Same telephone; sameNameAndBirthDate Mismo nombre y nacimiento | Same name and birth date
sameNameOpenApplications Solicitudes abiertas con su nombre | Open applications of that name; isVouched Dispositivo confiable | Device vouched for
bureauCategory Categoría de la central | Category of the bureau; hasNamedAnotherAccount Dio otra cuenta | Has named another account; term Plazo | Term; fee Comisión | Fee
quote Cotización | Quote; price Precio | Price; validUntil Vale hasta | Valid until; plan Plan de pagos | Payment plan
atRiskAfterBusinessDays En riesgo tras días hábiles | At risk after business days; brokenAfter Roto tras | Broken after; endedAfter Terminado tras | Ended after
rates Tasas | Rates; moratoryCap Tope moratorio | Moratory cap; flex Pago flexible | Flex pay; minPayment Pago mínimo | Least payment; minMonthly Mínimo mensual | Monthly least
period Periodo | Period; finalDate Fecha final | Final date; parts Partes | Parts; topUp Ampliación | Top-up; topUpComing Ampliación por llegar | Top-up to come
alert Aviso | Alert; answerChannel Responder por | Answer by; legalName Razón social | Legal name; ruc RUC | RUC; address Dirección | Address
establishmentCode Código del local | Establishment; form Formulario | Form; lastName Apellidos | Last names; lastNames Apellidos | Last names; district Distrito | District
province Provincia | Province; department Departamento | Department; good Bien contratado | What was bought; request Lo que pide | Request; declaration Declaración | Declaration
consent Consentimiento | Consent; isMinor Menor de edad | Under age; guardianName Apoderado | Guardian; guardianDocumentType Documento del apoderado | Document of the guardian
guardianDocumentNumber Número del apoderado | Number of the guardian; position Posición | Position; toStatus Nuevo estado | New status; fromStatus Estado anterior | Earlier status
liftReason Motivo del levantamiento | Why it was lifted; lifted Levantado | Lifted; proposer Quien propuso | Who proposed; order Orden | Order; requested Pedido | Requested
queries Consultas | Queries; intent Pago | Payment; received Recibido | Received; failureReason Por qué falló | Why it failed; applied Aplicado | Applied
receipt Comprobante | Receipt; allocation Reparto | Allocation; extensionFee Comisión de la extensión | Fee of the extension; expected Esperado | Expected
extension Extensión | Extension; newDueDate Nuevo vencimiento | New due date; missing Falta | Missing; paysOff Termina el préstamo | Ends the loan; card Tarjeta | Card
brand Marca | Brand; maskedCard Tarjeta | Card; voucher Constancia | Voucher; fromBank Banco de origen | From bank; operationNumber Número de operación | Operation number
fileName Archivo | File; sent Enviado | Sent; canCancel Se puede anular | Can be cancelled; canSendVoucher Puede enviar constancia | Can send a voucher
pollAfterSec Volver a mirar, s | Look again, s; scriptUrl Programa del proveedor | Script of the provider; merchant Comercio | Merchant
sessionKey Clave de la sesión | Key of the session; expirationMinutes Vence en minutos | Ends in minutes; actionUrl Enlace del pago | Link of the payment
timeoutUrl Enlace al vencer | Link at the end; codeUrl Enlace del código | Link of the code; left Queda | Left; providerRef Referencia del proveedor | Reference of the provider
isNew Nuevo | New; place Lugar | Place; unknown Sin respuesta | Unknown; notSent No enviado | Not sent; notFound No encontrado | Not found; message Mensaje | Message
rewrapped Claves cambiadas | Keys changed; token Clave | Token; bind Ligado a | Bound to; ended Terminado | Ended; stopped Detenido | Stopped; rows Registros | Rows
hash Huella | Hash; expiresInSec Vence en segundos | Ends in seconds; ofDay Del día | Of the day; journal Asiento | Journal; channels Canales | Channels; call Llamada | Call
sms SMS | SMS; whatsapp WhatsApp | WhatsApp; email Correo | E-mail; changed Cambiado | Changed; lastSeenAt Visto por última vez | Last seen; userAgent Navegador | Browser
command Comando | Command; closed Cerrado | Closed; failed Fallido | Failed; isErased Datos borrados | Data erased; next Sigue | Next; seconds Segundos | Seconds
onBehalfOf En nombre de | On behalf of; impersonation Entrada como cliente | Signed in as the client; session Sesión | Session; prevHash Huella anterior | Hash before
adjusted Ajustado | Adjusted; concerns Reparos | Concerns; decision Decisión | Decision; deviceConsent Acepta leer el dispositivo | Consents to the device; upTo Hasta | Up to
money Dinero | Money; paused En pausa | Paused; weekend Fin de semana | Weekend; holiday Feriado | Holiday; night De noche | Night; dailyLimit Ya se contactó hoy | Contacted today
weeklyLimit Tope de la semana | Limit of the week; inquiry Solicitud iniciada | Begun; personalSubmitted Datos personales enviados | Personal data sent
financialSubmitted Datos económicos enviados | Financial data sent; deviceSubmitted Dispositivo leído | Device read; wentBack Volvió atrás | Went back
approvedNew Aprobada | Approved; approvedRepeated Aprobada otra vez | Approved again; referred Pasó a una persona | Left to a person
informationRequested Se pidió información | Information asked for; scoringTimedOut Evaluación sin respuesta | Scoring timed out
informationToScoring Información recibida | Information received; informationToReview Información por revisar | Information to look at
informationOverdue Información fuera de plazo | Information overdue; offerChanged Oferta cambiada | Offer changed; offerAccepted Oferta aceptada | Offer accepted
offerDeclined Oferta rechazada | Offer declined; offerExpired Oferta vencida | Offer expired; returnedToOffer Volvió a la oferta | Back to the offer
returnedToOfferRepeated Volvió a la oferta | Back to the offer; agreementRenewed Contrato renovado | Agreement renewed; agreementSigned Contrato firmado | Agreement signed
loanVoided Préstamo anulado | Loan voided; idleExpired Vencida sin uso | Expired idle; fraudFlagged Marcada como fraude | Flagged as fraud
reviewRequested Pidió una revisión | Asked for a review; engine Motor | Engine; clock Reloj | Clock; closeOfBusiness Cierre del día | Close of business
idleMinutes Minutos sin uso | Idle minutes; secondFactor Segundo factor | Second factor

device Dispositivo | Device; scoring Evaluación | Scoring; manualReview La revisa una persona | A person looks at it; infoMissing Falta información | Information missing
offer Oferta | Offer; offerRepeated Oferta repetida | Offer repeated; agreement Por firmar | To be signed; issuing Por desembolsar | Being paid out; done Hecho | Done
rejected Rechazado | Rejected; cancelled Anulado | Cancelled; expired Vencido | Expired; singlePay Un solo pago | Single payment; installment En cuotas | Instalments
av Avenida | Avenue; jr Jirón | Jirón; ca Calle | Street; psje Pasaje | Passage; urb Urbanización | Urbanización; mz Manzana | Block; owner Propia | Owned
family De la familia | Of the family; rented Alquilada | Rented; mortgaged Hipotecada | Mortgaged; parent Padre o madre | Parent; sibling Hermano | Sibling; spouse Cónyuge | Spouse
child Hijo | Child; friend Amigo | Friend; colleague Colega | Colleague; employee En planilla | Employee; independentRxh Recibos por honorarios | Independent
businessRuc Negocio con RUC | Business with RUC; informal Informal | Informal; pension Pensión | Pension; remittance Remesas | Remittances
lt_3m Menos de 3 meses | Less than 3 months; 3_6m De 3 a 6 meses | 3 to 6 months; 6_12m De 6 a 12 meses | 6 to 12 months; 1_3y De 1 a 3 años | 1 to 3 years
gt_3y Más de 3 años | More than 3 years; savings Ahorros | Savings; salary Sueldo | Salary; checking Corriente | Checking; dni DNI | DNI; ce Carné de extranjería | Foreigner's card
passport Pasaporte | Passport; ok Leído | Read; blocked Bloqueado | Blocked; timeout Sin respuesta | No answer
politicallyExposed Persona expuesta políticamente | Politically exposed; bankAccount Cuenta bancaria | Bank account; incomeProof Comprobante de ingresos | Proof of income
addressProof Comprobante de domicilio | Proof of address; dniFront Documento por delante | Front of the document; dniBack Documento por detrás | Back of the document
selfie Foto de la cara | Photo of the face; otherDocument Otro documento | Other document; alternativePhone Otro teléfono | Other telephone; ownAccount Cuenta propia | Own account
match Coincide | Match; mismatch No coincide | Mismatch; report Informe | Report; approve Aprobar | Approve; refer A revisión | To a person
needInfo Pedir información | Ask for more; reject Rechazar | Reject; scoreBelowThreshold Puntaje bajo | Score too low; deviceReview Dispositivo por revisar | Device to look at
deviceUnavailable Sin dato del dispositivo | Device not read; sharedCci CCI de otro cliente | CCI of another client
sharedPhone Teléfono de otro cliente | Telephone of another client; manyApplications Muchas solicitudes | Many applications; wasLate Tuvo atrasos | Was late
identityToConfirm Identidad por confirmar | Identity to confirm; identityMismatch La identidad no coincide | Identity does not match
identityUnanswered Identidad sin respuesta | Identity not answered; accountOfAnother Cuenta de otra persona | Account of another
accountUnanswered Cuenta sin respuesta | Account not answered; bureauUnanswered Central sin respuesta | Bureau not answered; fraudFlag Alerta de fraude | Fraud flag
identityPictures Fotos de identidad | Pictures of identity; never Nunca | Never; withProvider Con proveedor | With a provider; always Siempre | Always; flat Fijo | Flat
perInstallment Por cuota | Per instalment; spread Repartido | Spread; allow Permite | Allow; review Revisar | Review; deny Niega | Deny; unavailable No disponible | Unavailable
notAsked No se preguntó | Not asked; noAnswer Sin respuesta | No answer; secondNeeded Falta otra cuenta | Another account is needed; payment Pago | Payment; bank Banco | Bank
pspClearing Cobros por liquidar | Provider clearing; ordinary Común | Ordinary; arrangement Acuerdo | Arrangement; settlement Liquidación | Settlement; tranche Ampliación | Top-up
waiver Condonación | Waiver; refund Devolución | Refund; writeOff Castigo | Write-off; reduceTerm Terminar antes | Fewer instalments
reduceInstallment Bajar las cuotas | Smaller instalments; advance Adelanto de cuotas | Instalments in advance; share Parte | Share; contract Contrato | Contract
hojaResumen Hoja resumen | Summary sheet; privacyNotice Aviso de privacidad | Privacy notice; consentReceipt Constancia de consentimiento | Consent receipt
disbursementReceipt Constancia de desembolso | Payout receipt; paymentReceipt Constancia de pago | Payment receipt; statement Estado de cuenta | Statement
payoffQuote Cotización de cancelación | Payoff quote; extensionAddendum Adenda de extensión | Extension addendum; planAgreement Acuerdo de plan | Plan agreement
flexAgreement Acuerdo de pago flexible | Flex pay agreement; topupAddendum Adenda de ampliación | Top-up addendum; paidOffCertificate Constancia de no adeudo | Paid-off certificate
es Español | Spanish; en Inglés | English; disbursementOrdered Desembolso ordenado | Payout ordered; disbursementConfirmed Desembolso confirmado | Payout confirmed
disbursementRejected Desembolso rechazado | Payout rejected; disbursementAbandoned Desembolso abandonado | Payout given up; withdrawn Retirado | Withdrawn
fellPastDue Se venció | Fell overdue; caughtUp Se puso al día | Caught up; fellIntoDefault Más de 60 días de mora | More than 60 days late
defaultEased Menos de 60 días de mora | Less than 60 days late; planConfirmed Plan confirmado | Plan confirmed; planResumed Plan retomado | Plan resumed
flexActivated Pago flexible activado | Flex pay on; flexResumed Pago flexible retomado | Flex pay resumed; settled Cancelado en total | Settled; writtenOff Castigado | Written off
writeOffReversed Castigo revertido | Write-off reversed; reopenedPerforming Reabierto, al día | Reopened, up to date; reopenedPastDue Reabierto, vencido | Reopened, overdue
reopenedDefaulted Reabierto, con más de 60 días | Reopened, long overdue; reopenedPaymentPlan Reabierto, en plan | Reopened, on a plan
reopenedFlex Reabierto, en pago flexible | Reopened, on flex pay; reopenedWrittenOff Reabierto, castigado | Reopened, written off
extensionPrice Precio de la extensión | Price of the extension; laterDue Por vencer | Due later; minimums Mínimos | Minimums; used Usado | Used; refunded Devuelto | Refunded
reclamo Reclamo | Claim; queja Queja | Complaint; postal Por carta | By letter; service Servicio | Service; answer Respuesta | Answer; note Nota | Note; assign Asignado | Assigned
settle Acuerdo | Settlement; close Cierre | Close; complaint Reclamo | Complaint; bereavement Duelo | Bereavement; fraudClaim Denuncia de fraude | Claim of fraud
visit Visita | Visit; disbursement Desembolso | Payout; in Incluida | In; out Excluida | Out; before Ya enviada | Sent before; queued En cola | Queued
sending Enviándose | Being sent; payoff Cancelación total | Payoff; partial Pago parcial | Partial; prepay Pago adelantado | Early payment
planPayment Cuota del plan | Plan payment; pendingCustomer Espera al cliente | Waits for the client; processing En proceso | In process; inReview En revisión | In review
succeeded Pagado | Paid; refundPending Devolución en camino | Refund on its way; disputed En disputa | Disputed; noSuchCredit Sin abono | No such credit
shownToCustomer Mostrado al cliente | Shown to the client; authorisationSent Autorización enviada | Authorisation sent; declined Rechazado | Declined
voucherSent Constancia enviada | Voucher sent; moneyProved Dinero comprobado | Money proved; refundOrdered Devolución ordenada | Refund ordered
refundPaid Devolución pagada | Refund paid; refundRefused Devolución rechazada | Refund refused; disputeWon Disputa ganada | Dispute won
disputeWonAfterRefund Disputa ganada tras devolver | Dispute won after a refund; disputeLost Disputa perdida | Dispute lost; exact Exacto | Exact; overpaid Pagó de más | Overpaid
refused Rechazado | Refused; insufficientFunds Sin fondos | Insufficient funds; expiredCard Tarjeta vencida | Expired card; invalidCard Tarjeta inválida | Invalid card
wrongSecurityCode CVV errado | Wrong security code; wrongPin Clave errada | Wrong PIN; notPermitted No permitido | Not permitted
amountNotPermitted Monto no permitido | Amount not permitted; contactBank Llamar al banco | Contact the bank; tryLater Probar después | Try later; ourSide Falla nuestra | Our side
loanClosed Préstamo cerrado | Loan closed; amountChanged Cambió el monto | Amount changed; paymentInProgress Pago en proceso | Payment in progress; quoted Cotizado | Quoted
paymentPending Espera el pago | Waits for the payment; active Activo | Active; appliedAsPayment Aplicado como pago | Applied as a payment
cardForm Formulario de tarjeta | Card form; web Web | Web; transfer Transferencia | Transfer; anotherArchive Otro archivo | Another archive
anotherDatabase Otra base de datos | Another database; olderBooks Libros anteriores | Older books; closing En cierre | Closing; intact Íntegro | Intact; broken Roto | Broken
loanPrincipal Capital de préstamos | Loan principal; interestReceivable Intereses por cobrar | Interest receivable; feesReceivable Comisiones por cobrar | Fees receivable
igvReceivable IGV por cobrar | IGV receivable; moratoryReceivable Moratorio por cobrar | Moratory receivable; pspCost Costo del proveedor | Provider cost
disbursementClearing Desembolsos en tránsito | Payouts in transit; unappliedFunds Fondos sin identificar | Unidentified funds
clientCredit Saldo a favor de clientes | Client credit; payoutsToRecover Desembolsos por recuperar | Payouts to recover; igvPayable IGV por pagar | IGV payable
interestIncome Ingresos por intereses | Interest income; feeIncome Ingresos por comisiones | Fee income; moratoryIncome Ingresos moratorios | Moratory income
recoveryIncome Ingresos por recuperos | Recovery income; waiverExpense Gasto por condonación | Waiver expense; loss Pérdida | Loss; creditNote Nota de crédito | Credit note
yes Sí | Yes; no No | No; refundOfCredit Devolución del saldo | Refund of credit; readOnly Solo mirar | Look only; assist Ayudar | Assist; csv CSV | CSV; ndjson NDJSON | NDJSON
accepted Aceptado | Accepted; thirdParty Otra persona | Another person; open Abierto | Open; refundOfAPayment Devolución de un pago | Refund of a payment
waiting En espera | Waiting

applicationReview Solicitud por revisar | Application to review; applicationSecondPerson Solicitud: falta otra persona | Application: a second person
dataRequest Pedido sobre datos | Data request; disbursementFailed Desembolso devuelto | Payout sent back; disputeOpen Disputa abierta | Open dispute
moneyUnapplied Dinero sin identificar | Unidentified money; parameterProposal Parámetro propuesto | Proposed parameter
paymentUnknown Pago sin respuesta | Payment without an answer; payoutBatch Lote por liberar | Batch to release; payoutFlagged Desembolso con alerta | Flagged payout
phoneRecovery Teléfono perdido | Lost telephone; secondAccount Falta otra cuenta | A second account; settlementDue Liquidación pendiente | Settlement due
visitorDataRequest Pedido sobre datos, sin cuenta | Data request, no account; voucherInReview Constancia por revisar | Voucher to review
writeOffProposal Castigo propuesto | Proposed write-off; amountsDiffer Montos distintos | Amounts differ; bankAnswerFailing Respuesta del banco que falla | Bank answer failing
bankAnswerUnread Respuesta del banco sin leer | Bank answer unread; chargebackBeyondPayment Contracargo mayor que el pago | Chargeback above the payment
codesAboveUsual Más códigos de lo normal | More codes than usual; colleagueGuessed Prueban la clave de un colega | Guesses at a colleague
contactChangeStuck Cambio de contacto detenido | Contact change stuck; creditTakenBack Abono retirado | Credit taken back; disbursementStopped Desembolso detenido | Payout stopped
figuresMissing Faltan cifras | Figures missing; letterGivenUp Carta sin entregar | Letter not delivered; paymentNotTold Pago sin avisar | Payment not told
payoutCameBack Desembolso que volvió | Payout came back; payoutNotFound Desembolso sin rastro | Payout not found; payoutNotOwed Desembolso de más | Payout not owed
payoutPaidLate Desembolso tardío | Payout paid late; payoutsHeld Desembolsos detenidos | Payouts held; productClosed Producto cerrado | Product closed
refundUnknown Devolución sin respuesta | Refund without an answer; statementDiffers El estado de cuenta difiere | Statement differs
voucherNamedTwice Constancia repetida | Voucher named twice; webhookFailing Aviso del proveedor que falla | Provider notice failing
webhookNotUnderstood Aviso que no se entiende | Notice not understood; inProgress En revisión | In progress; denied Denegado | Denied; compliance Cumplimiento | Compliance
admin Administración | Admin; support Soporte | Support; underwriter Evaluación | Underwriting; collections Cobranza | Collections; finance Finanzas | Finance
locked Bloqueado | Locked; invited Invitado | Invited; affordability Los ingresos no alcanzan | The income is not enough; existingOverdue Debe algo vencido | Owes something overdue
creditHistory Historial crediticio | Credit history; identityNotConfirmed No se confirmó quién es | Who it is was not confirmed
documentUnreadable El documento no se lee | The document cannot be read; policyAge Edad | Age; policyIncomeSource Fuente de ingresos | Source of income
duplicateApplication Solicitud repetida | Applied twice; blockedRegion Zona sin atención | Region not served; verificationFailed No se pudo verificar | Could not be verified
`;

const WORDS: ReadonlyMap<string, StaffWords> = new Map(
  TABLE.split(/[;\n]/)
    .map((entry) => /^(\S+) (.+) \| (.+)$/.exec(entry.trim()))
    .flatMap((entry) => (entry ? [[entry[1] ?? '', { es: entry[2] ?? '', en: entry[3] ?? '' }] as const] : [])),
);

function keyOf(code: string): string {
  const key = /[a-z]/.test(code) ? code : code.toLowerCase();
  return key.replace(/[-_ ]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** What an ending adds: `askedBy` is `asked`, and by whom. */
const ENDINGS: readonly (readonly [ending: RegExp, es: string, en: string])[] = [
  [/(?:At|On|Ids?)$/, '', ''],
  [/By$/, ' por', ' by'],
  [/Percent$/, ', %', ', %'],
  [/Days$/, ', días', ', days'],
  [/Months$/, ', meses', ', months'],
];

/** The name of what an answer says, or a code in it: `daysLate`, `PAST_DUE`. Undefined: nobody has written words for it. */
export function answerWords(name: string): StaffWords | undefined {
  const key = keyOf(name);
  const found = WORDS.get(key);
  if (found) return found;
  const [ending, es = '', en = ''] = ENDINGS.find(([end]) => end.test(key)) ?? [];
  const stem = ending && WORDS.get(key.replace(ending, ''));
  return stem && { es: stem.es + es, en: stem.en + en };
}

/** Of clients' own words those that say a code: how a loan stands, how to pay, what a picture shows. */
const TOLD_TO_CLIENTS = ['loan_status', 'track_step', 'pay_method', 'document_kind', 'settings_data_type'];

/** A code in words, where there are any: a client's own, an answer's, or those of a field that it names. */
export function codeWords(code: string): StaffWords | undefined {
  if (!/^(?:[A-Z\d_]+|[a-z][A-Za-z\d]*(?:[-_ ][a-z\d]+)*)$/.test(code)) return undefined;
  const told: Readonly<Record<string, StaffWords>> = MESSAGES;
  const ofClients = TOLD_TO_CLIENTS.map((of) => told[`${of}_${code}`]).find((words) => words !== undefined);
  return ofClients ?? answerWords(code) ?? staffFieldWords('', keyOf(code));
}
