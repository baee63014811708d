/**
 * Columns about a client, of tables in their export, that the export leaves out: ids and links between our tables, who of
 * the staff acted, what the machinery keeps for itself (attempts, marks, when a session turns, a bank's own number), and
 * what another column or a file of the export says already (the day of an instant, the account of a payout among the bank
 * accounts, the figures of a signed paper, of an XML or of a decision's inputs). Reasons of flags are the staff's (decision 0146).
 */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  access_event: 'person_id',
  account_closing: 'closed_at forget_on forgotten_at id person_id',
  agreement: 'application_id changed documents id offer_id value_date',
  application:
    'active_at business_date created_by device_id is_repeat loan_id parameter_version person_id product_type purged_at stage_since version',
  application_event: 'actor application_id business_date data id',
  arrangement: 'challenge_id id loan_id',
  complaint: 'content_hash document_index establishment_code number year',
  contact_attempt: 'actor loan_id made_on person_id recipient',
  contact_outcome: 'actor attempt_id promise_id',
  contact_pause: 'closed_by id opened_by person_id',
  decision: 'application_id business_date snapshot_sealed',
  declaration: 'application_id person_id',
  disbursement_order: 'attempts created_at destination_sealed ended_on id loan_id next_attempt_at provider_ref reason',
  dispute: 'created_at ended_by id opened_by provider_ref',
  extension: 'challenge_id created_at fee id loan_id quote valid_until',
  flex_offer: 'at id loan_id offered_by',
  fraud_flag:
    'application_id application_reference case_id flagged_by forgotten_at id lift_reason lifted_by mark person_id reason',
  known_device: 'person_id',
  loan_fact: 'position recorded_at recorded_on',
  notification_preference: 'person_id updated_at',
  offer: 'application_id business_date decision_id id',
  payment_promise: 'facts_before loan_id made_by person_id',
  person_note: 'person_id written_by',
  person_passkey: 'counter credential_id person_id session_id transports user_handle',
  phone_recovery: 'decided_by',
  refund:
    'attempts created_at destination_sealed id intent_id loan_id next_attempt_at order_id person_id provider_ref reason requested_by',
  session:
    'confirmed expires_at full_until impersonation_id person_id previous_until revoked_at revoked_because rotated_at',
  suppression: 'id person_id',
  tax_line: 'document_id key net position vat',
  top_up: 'challenge_id expires_at id loan_id order_id requested_on signed_offer',
  trust_event: 'at id loan_id natural_key person_id',
  trust_event_retraction: 'at trust_event_id',
};
