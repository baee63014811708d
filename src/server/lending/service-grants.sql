-- What the service's own database user may do (quality A3): add to the ledger and to every record, change what is a
-- state, delete only what is to be forgotten, empty nothing. Its triggers say the same once more; this holds as well
-- for somebody who has the service's password and drops no trigger, because it owns none.
--
-- Run by the owner after every migration; the process that is started with MIGRATIONS_URL does it itself. By hand:
--   psql "$MIGRATIONS_URL" -v ON_ERROR_STOP=1 -c "set manay.service_role = 'manay_app'" -f service-grants.sql
do $$
declare
  service text := current_setting('manay.service_role');
  -- Of what is signed, received or told only these columns move; `for no key update` needs one too.
  moving constant jsonb := '{
    "agreement": "voided_at, signed_at",
    "bank_line": "money_id, amount, taken_back_on, taken_back",
    "colleague": "roles, password_hash, second_factor_sealed, last_step, failures, closed_until, locked_at, invitation_hash, invited_until",
    "colleague_passkey": "counter, last_used_at, removed_at",
    "colleague_recovery_code": "ended_at",
    "colleague_session": "idle_until, proved_at, ended_at",
    "complaint": "status, assignee",
    "document": "superseded_by, loan_id",
    "fraud_flag": "mark, reason, lift_reason, lifted_by, lifted_at, forgotten_at",
    "loan": "status, value_date, booked_through, top_up",
    "loan_fact": "reversed_on",
    "money_received": "operation, loan_id, intent_id, matched_intent_id",
    "notification": "read_at",
    "offer": "replaced_at, accepted_at",
    "parameter": "valid_to",
    "parameter_proposal": "status, decided_by, decided_at, decider_id",
    "person_passkey": "counter, counts_at, last_used_at, removed_at",
    "payment_promise": "status, paid, decided_on",
    "payout_batch": "status, released_by, released_at, sent_at, withdrawn_by, reason",
    "payout_batch_item": "outcome, reason",
    "staff_approval": "status, decided_by, decided_at, taken_by, taken_until, request_sealed",
    "tax_document": "status, summary_id, is_printed, attempts, next_try_at",
    "tax_series": "last_number",
    "tax_summary": "status, ticket, attempts, next_try_at"
  }';
  -- Forgotten when their time is over, or taken back by whoever put them there.
  forgotten constant text[] := array['application_document', 'colleague_setup', 'desk_page', 'device', 'known_device',
    'passkey_challenge', 'person_mark', 'person_passkey', 'person_search', 'staff_challenge', 'throttle_bucket', 'throttle_event', 'visitor_data_request'];
  -- Written by migrations alone.
  fixed constant text[] := array['migration'];
  tab record;
begin
  if not exists (select from pg_roles where rolname = service) then
    raise exception 'there is no role %', service;
  end if;
  if service = current_user or pg_has_role(service, current_user, 'member') then
    raise exception 'the service may not be the owner of its tables: % is or may become %', service, current_user;
  end if;
  -- Whether a stand-by is connected. Few owners may grant this: /healthz asks for it where it is missing.
  if current_setting('synchronous_standby_names') <> '' and not pg_has_role(service, 'pg_read_all_stats', 'usage') then
    begin
      execute format('grant pg_read_all_stats to %I', service);
    exception when insufficient_privilege then
      raise notice '% may not see whether a stand-by is connected', service;
    end;
  end if;
  execute format('grant usage on schema public to %I', service);
  revoke create on schema public from public;
  for tab in
    select c.oid, c.relname as name, exists (
      -- 16: the trigger is asked about updates. These refuse every one.
      select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where t.tgrelid = c.oid and t.tgtype & 16 <> 0 and p.proname in ('keep_record', 'refuse_consent_change')
    ) as append_only
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  loop
    execute format('revoke all on public.%I from public, %I', tab.name, service);
    execute format('grant select on public.%I to %I', tab.name, service);
    continue when tab.name = any (fixed);
    execute format('grant insert on public.%I to %I', tab.name, service);
    continue when tab.append_only;
    if moving ? tab.name then
      execute format('grant update (%s) on public.%I to %I', moving ->> tab.name, tab.name, service);
    else
      execute format('grant update on public.%I to %I', tab.name, service);
    end if;
    if tab.name = any (forgotten) then
      execute format('grant delete on public.%I to %I', tab.name, service);
    end if;
  end loop;
end
$$;
