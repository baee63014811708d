import type { Export, Level } from './data-levels.ts';
import { STAFF_CLASSES } from './staff-classes.ts';
import { TAX_CLASSES } from './tax-classes.ts';

/**
 * Every table: its columns by level, and its place in the export of a client's data, or why it is left out. A column that
 * is missing here fails `tests/server/lending/sealed-at-rest.test.ts`: add it with the level that it needs.
 */
export const DATA_CLASSES: Readonly<Record<string, Readonly<Partial<Record<Level | Export, string>>>>> = {
  access_event: { personal: 'id person_id kind at caller user_agent staff', exportedAs: 'accessLog' },
  account_closing: {
    personal: 'id person_id asked_at closes_on undone_at closed_at forget_on forgotten_at',
    exportedAs: 'closings',
  },
  agreement: {
    personal: 'id application_id offer_id terms value_date documents changed created_at voided_at signed_at',
    exportedAs: 'applications',
  },
  application: {
    personal:
      'id reference person_id stage is_repeat version product_type product_id amount term parameter_version business_date marketing device_id device caller created_by created_at stage_since active_at approved_at seen_at rejected_on can_reapply_on review_requested_at loan_id purged_at',
    exportedAs: 'applications',
  },
  application_counter: { internal: 'year last_number' },
  application_document: {
    sealed: 'bytes_sealed',
    personal: 'id application_id type media_type byte_length sha256 submitted_at created_at',
    exportedAs: 'applications',
  },
  application_event: {
    personal: 'id application_id event from_stage to_stage actor data business_date at',
    exportedAs: 'applications',
  },
  application_step: {
    sealed: 'draft_sealed data_sealed',
    personal: 'application_id step completed_at updated_at',
    exportedAs: 'applications',
  },
  application_vote: {
    personal: 'id application_id kind voted_by voter_id amount at flags',
    notExported: 'who of the staff has voted; what came of it is in the decisions',
  },
  arrangement: { personal: 'id loan_id kind payment_channel challenge_id agreed_at', exportedAs: 'arrangements' },
  audit: {
    personal:
      'position id at actor action subject on_behalf_of impersonation_id session_id caller colleague_id before after prev_hash hash',
    notExported: 'the record of what staff did; what concerns the client is in the access log',
  },
  audit_head: { internal: 'id position hash' },
  bank: { open: 'id name code account_lengths position active' },
  bank_account: { sealed: 'account_sealed', personal: 'id person_id usable_at created_at', exportedAs: 'bankAccounts' },
  bank_line: {
    sealed: 'description reference',
    personal:
      'id bank value_date booked_on told_on bank_ref operation taken_back_on taken_back amount money_id imported_at imported_by',
    notExported: 'the lender’s own statements; a payment of the client is among the payments',
  },
  book_account: { internal: 'date account debit credit' },
  book_bucket: { internal: 'date bucket loans principal interest fees igv moratory' },
  book_day: {
    internal:
      'date loans late_loans principal interest fees igv moratory late_1 late_31 late_61 late_91 due collected disbursed earned lost unapplied recorded_at',
  },
  book_stage: { internal: 'date stage reached standing' },
  book_vintage: { internal: 'date month disbursed lost' },
  challenge: {
    secret: 'code_hash',
    sealed: 'destination_sealed destination_index',
    personal:
      'id kind person_id session_id purpose subject method channel code_expires_at sent_at tries created_at expires_at met_at',
    notExported: 'codes, forgotten within a day',
  },
  complaint: {
    secret: 'tracking_key',
    sealed: 'sheet document_index',
    personal:
      'id code establishment_code year number filed_at filed_on answer_due_on status assignee type locale content_hash',
    exportedAs: 'complaints',
  },
  complaint_attachment: {
    sealed: 'name bytes',
    personal: 'id complaint_id event_id position media_type byte_length sha256',
    notExported: 'opened by the page of the complaint',
  },
  complaint_counter: { internal: 'establishment_code year last_number' },
  complaint_document: {
    sealed: 'bytes',
    personal: 'complaint_id document sha256 created_at',
    notExported: 'the sheet as a paper, opened by the page of the complaint',
  },
  complaint_event: {
    sealed: 'data',
    personal: 'id complaint_id position at business_date kind actor from_status to_status',
    notExported: 'what staff did with it; answers are on the page of the complaint',
  },
  consent_event: {
    personal: 'id device_id purpose granted text_version channel actor caller created_at person_id',
    exportedAs: 'consents',
  },
  contact_attempt: { personal: 'id person_id loan_id channel recipient at made_on actor', exportedAs: 'contacts' },
  contact_change: {
    sealed: 'value_sealed told_sealed',
    personal: 'id person_id kind session_id status requested_at counts_at decided_at lost_channel',
    exportedAs: 'contactChanges',
  },
  contact_outcome: {
    sealed: 'note_sealed',
    personal: 'attempt_id outcome promise_id at actor',
    exportedAs: 'contacts',
  },
  contact_pause: {
    personal: 'id person_id reason opened_at opened_by closed_at closed_by',
    exportedAs: 'contactPauses',
  },
  credential: {
    secret: 'password_hash',
    personal: 'person_id changed_at',
    notExported: 'the password; its changes are in the access log',
  },
  data_request: {
    sealed: 'detail_sealed answer_sealed',
    personal: 'id person_id kind status due_on created_at decided_at decided_by',
    exportedAs: 'dataRequests',
  },
  decision: {
    sealed: 'snapshot_sealed',
    personal: 'id application_id decided_by outcome rule_set findings score reasons approved note business_date at',
    exportedAs: 'applications',
  },
  declaration: {
    sealed: 'detail_sealed',
    personal: 'id person_id application_id kind answer text_version declared_at',
    exportedAs: 'declarations',
  },
  device: {
    sealed: 'data',
    personal: 'id first_seen_at last_seen_at forget_on',
    notExported: 'of a browser, not of a person',
  },
  desk_page: {
    secret: 'key_hash',
    sealed: 'content_sealed',
    personal: 'colleague_id kind kept_at kept_until',
    notExported: 'what a colleague typed or was shown, for a day at most',
  },
  disbursement_order: {
    sealed: 'destination_sealed',
    personal:
      'id loan_id purpose amount status attempts next_attempt_at provider_ref value_date reason ordered_on ended_on created_at',
    exportedAs: 'payouts',
  },
  dispute: {
    personal: 'id intent_id provider_ref reason status opened_on opened_by ended_on ended_by created_at',
    exportedAs: 'disputes',
  },
  document: {
    sealed: 'bytes_sealed',
    personal:
      'id position person_id loan_id type cause language title version created_at business_date pages byte_length sha256 superseded_by',
    notExported: 'each is a file of its own in the folder papers',
  },
  document_issue: {
    personal: 'loan_id last_fact status month reversals',
    notExported: 'how far the job that makes papers has come',
  },
  extension: {
    personal: 'id loan_id status term_days fee price quote quoted_on valid_until challenge_id created_at',
    exportedAs: 'arrangements',
  },
  external_check: {
    sealed: 'answer_sealed',
    personal: 'id application_id kind question provider reference business_date at',
    exportedAs: 'applications',
  },
  flex_offer: { personal: 'id loan_id offered_by offered_on valid_until at', exportedAs: 'arrangements' },
  fraud_flag: {
    sealed: 'mark',
    personal:
      'id case_id kind person_id application_id application_reference reason flagged_by flagged_at lift_reason lifted_by lifted_at forgotten_at',
    exportedAs: 'fraudFlags',
  },
  fraud_flag_known: { personal: 'flag_id person_id known_by known_at', notExported: 'which colleague knew of a flag' },
  holiday: { open: 'date name approved_by created_at' },
  idempotency_key: {
    secret: 'body_hash',
    personal: 'client_id route key status response created_at',
    notExported: 'answers kept for a repeated call, forgotten within days',
  },
  impersonation: {
    personal: 'id person_id staff reason ticket_id mode issued_at redeemed_at told_at',
    notExported: 'visits of staff are in the access log',
  },
  information_item: {
    sealed: 'value_sealed',
    personal: 'id application_id position code note asked_by asked_at answered_at document_ids',
    exportedAs: 'applications',
  },
  job_run: { personal: 'job loan_id business_date at', notExported: 'how far a job has come' },
  journal: {
    personal: 'id chain position business_date booked_on kind ref loan_id at hash',
    notExported: 'the lender’s books; the facts of a loan say the same',
  },
  passkey_challenge: { secret: 'challenge_hash bound_to', internal: 'purpose user_handle expires_at' },
  person_passkey: {
    secret: 'public_key',
    personal:
      'id person_id session_id credential_id counter transports rp_id user_handle name created_at counts_at last_used_at removed_at',
    exportedAs: 'passkeys',
  },
  known_device: {
    secret: 'secret_hash',
    personal: 'person_id first_seen_at last_seen_at',
    exportedAs: 'knownBrowsers',
  },
  late_loan: {
    personal: 'loan_id late_since overdue next_due as_of',
    notExported: 'computed from the loan and its payments, which are exported',
  },
  ledger_chain: { internal: 'chain length head' },
  link_token: {
    secret: 'token_hash',
    personal: 'id kind person_id subject_id created_at expires_at used_at',
    notExported: 'secrets of links',
  },
  loan: {
    personal: 'id number person_id status terms originated_on value_date booked_through top_up created_at',
    exportedAs: 'loans',
  },
  loan_counter: { internal: 'year last_number' },
  loan_event: {
    personal: 'id loan_id event from_status to_status business_date at cause ref',
    notExported: 'follows from the facts of the loan',
  },
  loan_fact: {
    personal: 'id loan_id position kind date data recorded_on recorded_at reversed_on',
    exportedAs: 'loans',
  },
  migration: { internal: 'name checksum applied_at oldest_program' },
  money_received: {
    personal:
      'id provider provider_ref operation amount value_date into_account intent_id loan_id detail recorded_on received_at matched_intent_id',
    notExported: 'as the bank or provider told it; what it paid is a fact of the loan',
  },
  notification: {
    personal: 'id person_id kind params severity link natural_key template_version created_at read_at',
    exportedAs: 'notifications',
  },
  notification_preference: {
    personal: 'person_id email sms sms_details updated_at',
    exportedAs: 'notificationPreferences',
  },
  offer: {
    personal:
      'id application_id decision_id amount term product business_date created_at valid_until replaced_at accepted_at',
    exportedAs: 'applications',
  },
  outbox: {
    sealed: 'recipient subject body',
    personal:
      'id channel template template_version consent_basis attachments created_at next_attempt_at attempts sent_at failed_at last_error sealed person_id notification_id withheld_at withheld_because owed_about',
    notExported: 'copies of messages that were sent, with codes and links; the notifications say what of',
  },
  parameter: { open: 'id kind key value valid_from valid_to approved_by proposal_id created_at' },
  parameter_proposal: {
    internal:
      'id kind key value valid_from valid_to reason status proposed_by proposed_at decided_by decided_at proposer_id decider_id',
  },
  parameter_version: { open: 'only_row version' },
  payment_event: {
    personal: 'id intent_id event from_status to_status actor detail business_date at',
    notExported: 'follows from the payments',
  },
  payment_promise: {
    personal: 'id loan_id person_id amount due_on made_on made_at made_by facts_before status paid decided_on',
    exportedAs: 'paymentPromises',
  },
  payment_intent: {
    secret: 'intent_key_hash token_hash',
    personal:
      'id person_id loan_id purpose method use amount subject_id locale status purchase_number reference code code_url card_form outcome failure_reason next_query_at queries unknown_since asked_at expires_at created_on created_at updated_at',
    exportedAs: 'payments',
  },
  payout_archive: { internal: 'position archive database accepted_orders confirmed_by reason created_at' },
  payout_batch: {
    internal: 'id business_date status made_by made_at released_by released_at sent_at withdrawn_by reason',
  },
  payout_batch_item: {
    personal: 'batch_id position order_id kind amount outcome reason',
    notExported: 'which file an order left in',
  },
  person: {
    secret: 'data_key',
    sealed:
      'document_sealed document_index first_name_sealed last_name1_sealed last_name2_sealed birth_date_sealed phone_sealed phone_index alt_phone_sealed email_sealed email_index address_sealed',
    personal:
      'id status language document_type phone_verified_at email_verified_at payday version created_at updated_at',
    exportedAs: 'person',
  },
  person_mark: {
    sealed: 'mark',
    personal: 'kind person_id last_seen_at',
    notExported: 'digests that find the same account, name or browser again',
  },
  person_note: {
    sealed: 'text_sealed file_name_sealed file_sealed',
    personal: 'id person_id written_by at media_type',
    exportedAs: 'notes',
  },
  person_search: {
    sealed: 'key',
    personal: 'person_id kind whole',
    notExported: 'an index of the name and the document, which are in the export',
  },
  phone_recovery: {
    sealed: 'new_phone_sealed new_email_sealed selfie_sealed',
    personal: 'id person_id status selfie_media_type created_at confirmed_at decided_at decided_by',
    exportedAs: 'phoneRecoveries',
  },
  posting: { personal: 'journal_id position account amount', notExported: 'the lender’s books' },
  refund: {
    sealed: 'destination_sealed',
    personal:
      'id kind person_id loan_id intent_id amount status order_id attempts next_attempt_at provider_ref reason requested_on requested_by created_at ended_at',
    exportedAs: 'refunds',
  },
  refund_part: {
    personal: 'id refund_id payment_id amount booked_as',
    notExported: 'which payments a refund was taken from',
  },
  registration: {
    secret: 'token_hash',
    sealed: 'details_sealed document_index',
    personal: 'id existing token_until completed_at created_at',
    notExported: 'of who is no client yet, forgotten within a day',
  },
  reminder_run: { personal: 'loan_id through', notExported: 'how far a job has come' },
  sandbox_clock: { internal: 'only_row offset_days' },
  screen_seen: { personal: 'person_id screen ref at', notExported: 'which result need not be shown again' },
  session: {
    secret: 'token_hash bind_hash previous_token_hash previous_bind_hash',
    personal:
      'id person_id rotated_at confirmed previous_until created_at last_seen_at full_until expires_at caller user_agent impersonation_id revoked_at revoked_because',
    exportedAs: 'sessions',
  },
  session_grant: { personal: 'session_id purpose method challenge_id granted_at until', notExported: 'of minutes' },
  settlement: { internal: 'id provider provider_ref collected cost settled_on recorded_by created_at bank_money_id' },
  settlement_line: { internal: 'settlement_id money_id kind amount' },
  signature: {
    sealed: 'evidence_sealed',
    personal: 'id agreement_id top_up_id person_id loan_id challenge_id seal seal_key signed_at',
    notExported: 'the evidence is a paper',
  },
  suppression: { personal: 'id person_id channel reason since lifted_at', exportedAs: 'marketingStops' },
  surplus_payout: {
    personal: 'id kind loan_id amount provider_ref value_date recorded_on created_at',
    notExported: 'the lender’s books',
  },
  throttle_bucket: { internal: 'scope key full_at_ms' },
  throttle_event: { internal: 'id scope key at' },
  ...STAFF_CLASSES,
  ...TAX_CLASSES,
  top_up: {
    personal:
      'id loan_id status principal offer requested_on requested_at expires_at signed_offer challenge_id order_id ended_at',
    exportedAs: 'arrangements',
  },
  trust_event: { personal: 'id person_id event date loan_id natural_key at', exportedAs: 'trustEvents' },
  trust_event_retraction: { personal: 'trust_event_id at', exportedAs: 'trustEvents' },
  ubigeo: { open: 'code department province district active' },
  unapplied: { personal: 'id reason status created_at resolved_at resolved_by note', notExported: 'money of nobody' },
  vault_check: { secret: 'sealed', internal: 'id' },
  voucher: {
    sealed: 'file_sealed file_name',
    personal: 'id intent_id bank_id from_bank operation_number paid_on amount media_type sha256 sent_at',
    exportedAs: 'vouchers',
  },
  webhook_inbox: {
    internal:
      'id provider event_id body headers signature_valid received_at processed_at result attempts next_attempt_at error',
  },
  write_off_proposal: {
    personal: 'id loan_id status reason proposed_by proposed_at decided_by decided_at fact_id proposer_id decider_id',
    notExported: 'of staff; a debt that was written off is a fact of the loan',
  },
  visitor_data_request: {
    sealed: 'asked_sealed identity_sealed answer_sealed asked_index',
    personal: 'id kind identity_media_type status due_on created_at decided_at decided_by',
    notExported: 'of people without an account',
  },
};
