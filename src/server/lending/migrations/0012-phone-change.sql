-- A code to a telephone that somebody wants to be reached at from now on. It is met by the change itself and by nothing
-- else: whoever has that telephone is not signed in by it.
alter table challenge drop constraint challenge_kind_check;
alter table challenge add constraint challenge_kind_check
  check (kind in ('REGISTRATION', 'SIGN_IN', 'NEW_DEVICE', 'STEP_UP', 'PHONE_CHANGE'));
