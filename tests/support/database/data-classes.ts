/** What may be known of a value, and by whom (decision 0124). The strictest first. */
export const LEVELS = ['secret', 'sealed', 'personal', 'internal', 'open'] as const;
export type Level = (typeof LEVELS)[number];

/** Every column with its level; a missing one fails `tests/server/lending/sealed-at-rest.test.ts`. */
export const DATA_CLASSES: Readonly<Record<string, Readonly<Partial<Record<Level, string>>>>> = {
  access_event: { personal: 'id person_id kind at caller user_agent staff' },
  account_closing: { personal: 'id person_id asked_at closes_on undone_at closed_at forget_on forgotten_at' },
  agreement: {
    personal: 'id application_id offer_id terms value_date documents changed created_at voided_at signed_at',
  },
  application: {
    personal:
      'id reference person_id stage is_repeat version product_type product_id amount term parameter_version business_date marketing device_id device caller created_by created_at stage_since active_at approved_at seen_at rejected_on can_reapply_on review_requested_at loan_id purged_at',
  },
  application_counter: { internal: 'year last_number' },
  application_document: {
    sealed: 'bytes_sealed',
    personal: 'id application_id type media_type byte_length sha256 submitted_at created_at',
  },
  application_event: { personal: 'id application_id event from_stage to_stage actor data business_date at' },
  application_step: { sealed: 'draft_sealed data_sealed', personal: 'application_id step completed_at updated_at' },
  application_vote: { personal: 'id application_id kind voted_by voter_id amount at flags' },
  arrangement: { personal: 'id loan_id kind payment_channel challenge_id agreed_at' },
  audit: {
    personal:
      'position id at actor action subject on_behalf_of impersonation_id session_id caller colleague_id before after prev_hash hash',
  },
  audit_head: { internal: 'id position hash' },
  bank: { open: 'id name code account_lengths position active' },
  bank_account: { sealed: 'account_sealed', personal: 'id person_id usable_at created_at' },
  bank_line: {
    sealed: 'description reference',
    personal:
      'id bank value_date booked_on bank_ref operation taken_back_on taken_back amount money_id imported_at imported_by',
  },
  challenge: {
    secret: 'code_hash',
    sealed: 'destination_sealed destination_index',
    personal:
      'id kind person_id session_id purpose subject method channel code_expires_at sent_at tries created_at expires_at met_at',
  },
  colleague: {
    secret: 'password_hash invitation_hash',
    sealed: 'second_factor_sealed',
    personal: 'id login name roles last_step failures closed_until locked_at invited_until created_at',
  },
  colleague_session: {
    secret: 'token_hash',
    personal: 'id colleague_id caller created_at idle_until expires_at ended_at',
  },
  complaint: {
    secret: 'tracking_key',
    sealed: 'sheet document_index',
    personal:
      'id code establishment_code year number filed_at filed_on answer_due_on status assignee type locale content_hash',
  },
  complaint_attachment: {
    sealed: 'name bytes',
    personal: 'id complaint_id event_id position media_type byte_length sha256',
  },
  complaint_counter: { internal: 'establishment_code year last_number' },
  complaint_document: { sealed: 'bytes', personal: 'complaint_id document sha256 created_at' },
  complaint_event: {
    sealed: 'data',
    personal: 'id complaint_id position at business_date kind actor from_status to_status',
  },
  consent_event: { personal: 'id device_id purpose granted text_version channel actor caller created_at person_id' },
  contact_attempt: { personal: 'id person_id loan_id channel recipient at made_on actor' },
  contact_change: {
    sealed: 'value_sealed told_sealed',
    personal: 'id person_id kind session_id status requested_at counts_at decided_at lost_channel',
  },
  contact_pause: { personal: 'id person_id reason opened_at opened_by closed_at closed_by' },
  credential: { secret: 'password_hash', personal: 'person_id changed_at' },
  data_request: {
    sealed: 'detail_sealed answer_sealed',
    personal: 'id person_id kind status due_on created_at decided_at decided_by',
  },
  decision: {
    sealed: 'snapshot_sealed',
    personal: 'id application_id decided_by outcome rule_set findings score reasons approved note business_date at',
  },
  declaration: {
    sealed: 'detail_sealed',
    personal: 'id person_id application_id kind answer text_version declared_at',
  },
  device: { sealed: 'data', personal: 'id first_seen_at last_seen_at forget_on' },
  disbursement_order: {
    sealed: 'destination_sealed',
    personal:
      'id loan_id purpose amount status attempts next_attempt_at provider_ref value_date reason ordered_on ended_on created_at',
  },
  dispute: { personal: 'id intent_id provider_ref reason status opened_on opened_by ended_on ended_by created_at' },
  document: {
    sealed: 'bytes_sealed',
    personal:
      'id position person_id loan_id type cause language title version created_at business_date pages byte_length sha256 superseded_by',
  },
  document_issue: { personal: 'loan_id last_fact status month reversals' },
  extension: { personal: 'id loan_id status term_days fee price quote quoted_on valid_until challenge_id created_at' },
  external_check: {
    sealed: 'answer_sealed',
    personal: 'id application_id kind question provider reference business_date at',
  },
  flex_offer: { personal: 'id loan_id offered_by offered_on valid_until at' },
  fraud_flag: {
    sealed: 'mark',
    personal:
      'id case_id kind person_id application_id application_reference reason flagged_by flagged_at lift_reason lifted_by lifted_at forgotten_at',
  },
  fraud_flag_known: { personal: 'flag_id person_id known_by known_at' },
  holiday: { open: 'date name approved_by created_at' },
  idempotency_key: { secret: 'body_hash', personal: 'client_id route key status response created_at' },
  impersonation: { personal: 'id person_id staff reason ticket_id mode issued_at redeemed_at told_at' },
  information_item: {
    sealed: 'value_sealed',
    personal: 'id application_id position code note asked_by asked_at answered_at document_ids',
  },
  job_run: { personal: 'job loan_id business_date at' },
  journal: { personal: 'id chain position business_date booked_on kind ref loan_id at hash' },
  known_device: { secret: 'secret_hash', personal: 'person_id first_seen_at last_seen_at' },
  ledger_chain: { internal: 'chain length head' },
  link_token: { secret: 'token_hash', personal: 'id kind person_id subject_id created_at expires_at used_at' },
  loan: { personal: 'id number person_id status terms originated_on value_date booked_through top_up created_at' },
  loan_counter: { internal: 'year last_number' },
  loan_event: { personal: 'id loan_id event from_status to_status business_date at cause ref' },
  loan_fact: { personal: 'id loan_id position kind date data recorded_on recorded_at reversed_on' },
  migration: { internal: 'name checksum applied_at oldest_program' },
  money_received: {
    personal:
      'id provider provider_ref operation amount value_date into_account intent_id loan_id detail recorded_on received_at matched_intent_id',
  },
  notification: { personal: 'id person_id kind params severity link natural_key template_version created_at read_at' },
  notification_preference: { personal: 'person_id email sms sms_details updated_at' },
  offer: {
    personal:
      'id application_id decision_id amount term product business_date created_at valid_until replaced_at accepted_at',
  },
  outbox: {
    sealed: 'recipient subject body',
    personal:
      'id channel template template_version consent_basis attachments created_at next_attempt_at attempts sent_at failed_at last_error sealed person_id notification_id withheld_at withheld_because owed_about',
  },
  parameter: { open: 'id kind key value valid_from valid_to approved_by proposal_id created_at' },
  parameter_proposal: {
    internal:
      'id kind key value valid_from valid_to reason status proposed_by proposed_at decided_by decided_at proposer_id decider_id',
  },
  parameter_version: { open: 'only_row version' },
  payment_event: { personal: 'id intent_id event from_status to_status actor detail business_date at' },
  payment_intent: {
    secret: 'intent_key_hash token_hash',
    personal:
      'id person_id loan_id purpose method use amount subject_id locale status purchase_number reference code code_url card_form outcome failure_reason next_query_at queries unknown_since asked_at expires_at created_on created_at updated_at',
  },
  payout_archive: { internal: 'position archive database accepted_orders confirmed_by reason created_at' },
  payout_batch: {
    internal: 'id business_date status made_by made_at released_by released_at sent_at withdrawn_by reason',
  },
  payout_batch_item: { personal: 'batch_id position order_id kind amount outcome reason' },
  person: {
    secret: 'data_key',
    sealed:
      'document_sealed document_index first_name_sealed last_name1_sealed last_name2_sealed birth_date_sealed phone_sealed phone_index alt_phone_sealed email_sealed email_index address_sealed',
    personal:
      'id status language document_type phone_verified_at email_verified_at payday version created_at updated_at',
  },
  person_mark: { sealed: 'mark', personal: 'kind person_id last_seen_at' },
  phone_recovery: {
    sealed: 'new_phone_sealed new_email_sealed selfie_sealed',
    personal: 'id person_id status selfie_media_type created_at confirmed_at decided_at decided_by',
  },
  posting: { personal: 'journal_id position account amount' },
  refund: {
    sealed: 'destination_sealed',
    personal:
      'id kind person_id loan_id intent_id amount status order_id attempts next_attempt_at provider_ref reason requested_on requested_by created_at ended_at',
  },
  refund_part: { personal: 'id refund_id payment_id amount booked_as' },
  registration: {
    secret: 'token_hash',
    sealed: 'details_sealed document_index',
    personal: 'id existing token_until completed_at created_at',
  },
  reminder_run: { personal: 'loan_id through' },
  sandbox_clock: { internal: 'only_row offset_days' },
  screen_seen: { personal: 'person_id screen ref at' },
  session: {
    secret: 'token_hash bind_hash previous_token_hash previous_bind_hash',
    personal:
      'id person_id rotated_at confirmed previous_until created_at last_seen_at full_until expires_at caller user_agent impersonation_id revoked_at revoked_because',
  },
  session_grant: { personal: 'session_id purpose method challenge_id granted_at until' },
  settlement: { internal: 'id provider provider_ref collected cost settled_on recorded_by created_at bank_money_id' },
  settlement_line: { internal: 'settlement_id money_id kind amount' },
  signature: {
    sealed: 'evidence_sealed',
    personal: 'id agreement_id top_up_id person_id loan_id challenge_id seal seal_key signed_at',
  },
  staff_approval: {
    personal:
      'id action subject digest about status proposed_by proposed_at decided_by decided_at taken_by taken_until',
  },
  staff_task: { internal: 'id kind subject note created_at done_at done_by' },
  suppression: { personal: 'id person_id channel reason since lifted_at' },
  surplus_payout: { personal: 'id kind loan_id amount provider_ref value_date recorded_on created_at' },
  throttle_bucket: { internal: 'scope key full_at_ms' },
  throttle_event: { internal: 'id scope key at' },
  top_up: {
    personal:
      'id loan_id status principal offer requested_on requested_at expires_at signed_offer challenge_id order_id ended_at',
  },
  trust_event: { personal: 'id person_id event date loan_id natural_key at' },
  trust_event_retraction: { personal: 'trust_event_id at' },
  ubigeo: { open: 'code department province district active' },
  unapplied: { personal: 'id reason status created_at resolved_at resolved_by note' },
  vault_check: { secret: 'sealed', internal: 'id' },
  voucher: {
    sealed: 'file_sealed file_name',
    personal: 'id intent_id bank_id from_bank operation_number paid_on amount media_type sha256 sent_at',
  },
  webhook_inbox: {
    internal:
      'id provider event_id body headers signature_valid received_at processed_at result attempts next_attempt_at error',
  },
  write_off_proposal: {
    personal: 'id loan_id status reason proposed_by proposed_at decided_by decided_at fact_id proposer_id decider_id',
  },
  visitor_data_request: {
    sealed: 'asked_sealed identity_sealed answer_sealed asked_index',
    personal: 'id kind identity_media_type status due_on created_at decided_at decided_by',
  },
};
