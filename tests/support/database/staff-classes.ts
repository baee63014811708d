import type { Export, Level } from './data-levels.ts';

/** Of colleagues: their accounts, what they prove them with, and what waits for them. */
export const STAFF_CLASSES: Readonly<Record<string, Readonly<Partial<Record<Level | Export, string>>>>> = {
  colleague: {
    secret: 'password_hash invitation_hash',
    sealed: 'second_factor_sealed',
    personal: 'id login name roles last_step failures closed_until locked_at invited_until created_at',
    notExported: 'of staff',
  },
  colleague_passkey: {
    secret: 'credential_id public_key user_handle',
    personal: 'id colleague_id counter transports rp_id name created_at last_used_at removed_at',
    notExported: 'of staff',
  },
  colleague_recovery_code: {
    secret: 'code_hash',
    personal: 'colleague_id made_at ended_at',
    notExported: 'of staff',
  },
  colleague_session: {
    secret: 'token_hash',
    personal: 'id colleague_id caller created_at idle_until expires_at proved_at ended_at',
    notExported: 'of staff',
  },
  colleague_setup: {
    secret: 'invitation_hash password_hash',
    sealed: 'second_factor_sealed',
    personal: 'colleague_id begun_at',
    notExported: 'of staff, until its invitation is taken or a day later',
  },
  staff_approval: {
    sealed: 'request_sealed',
    personal:
      'id action subject digest about status proposed_by proposed_at decided_by decided_at taken_by taken_until act person_id',
    notExported: 'of staff',
  },
  staff_challenge: {
    secret: 'challenge_hash bound_to user_handle',
    personal: 'purpose origin name expires_at',
    notExported: 'of staff, for minutes',
  },
  staff_task: { internal: 'id kind subject note says facts created_at done_at done_by' },
};
