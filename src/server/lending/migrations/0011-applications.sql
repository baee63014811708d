-- Applications (domain 2.3): from the inquiry to the signed agreement, what was asked and answered, why it was decided as
-- it was, and the proof of what was signed. Columns called …_sealed open with the client's own key only.

-- SOL-2026-0001234. Not gap-free: an inquiry that rolls back may leave a hole.
create table application_counter (
  year int primary key,
  last_number int not null check (last_number > 0)
);

create table application (
  id uuid primary key,
  reference text not null unique,
  person_id uuid not null references person,
  stage text not null check (stage in (
    'PERSONAL', 'FINANCIAL', 'DEVICE', 'SCORING', 'MANUAL_REVIEW', 'INFO_MISSING', 'OFFER', 'OFFER_REPEATED',
    'AGREEMENT', 'ISSUING', 'DONE', 'REJECTED', 'CANCELLED', 'EXPIRED'
  )),
  -- Whether the client had paid a loan when applying; what it makes of offers and screens stays.
  is_repeat boolean not null,
  -- Counts changes, for If-Match.
  version int not null check (version > 0),
  product_type text not null check (product_type in ('SINGLE_PAY', 'INSTALLMENT')),
  product_id int not null,
  -- Whole soles, and days or months: as chosen, after adjustment to the client's limit.
  amount int not null check (amount > 0),
  term int not null check (term > 0),
  -- Which prices and caps the client saw when applying.
  parameter_version bigint not null,
  business_date date not null,
  -- The allow-listed parameters of the link the client came by.
  marketing jsonb not null,
  -- The device's own id from its cookie, and what it told of itself.
  device_id uuid,
  device jsonb not null,
  caller text not null,
  -- Staff who applied for the client; the client otherwise.
  created_by text,
  created_at timestamptz not null,
  -- When the stage was entered; the client's last change; when the first offer was made.
  stage_since timestamptz not null,
  active_at timestamptz not null,
  approved_at timestamptz,
  -- When the client saw the screen of the stage.
  seen_at timestamptz,
  rejected_on date,
  can_reapply_on date,
  review_requested_at timestamptz,
  loan_id uuid unique references loan,
  -- When the drafts of an application that came to nothing were emptied.
  purged_at timestamptz,
  check ((stage = 'REJECTED') <= (rejected_on is not null and can_reapply_on is not null)),
  check ((stage in ('ISSUING', 'DONE')) <= (loan_id is not null))
);
create index application_of_person on application (person_id, created_at);

-- However many times and from however many browsers somebody applies at once.
create unique index application_one_open on application (person_id)
  where stage not in ('DONE', 'REJECTED', 'CANCELLED', 'EXPIRED');
create index application_waiting on application (stage, stage_since)
  where stage not in ('DONE', 'REJECTED', 'CANCELLED', 'EXPIRED');
create index application_by_stage on application (stage, id);

-- Refused applications end as well (decision 0124).
create index application_papers_to_purge on application (stage_since)
  where stage in ('CANCELLED', 'EXPIRED', 'REJECTED') and purged_at is null;

-- One row for each row of the transition table that was walked, and for reminders.
create table application_event (
  id bigint generated always as identity primary key,
  application_id uuid not null references application,
  event text not null check (event <> ''),
  from_stage text,
  to_stage text not null,
  -- `client`, `engine`, `clock`, `bank` or `operator:<name>`.
  actor text not null check (actor <> ''),
  -- Codes and amounts; never a person's data.
  data jsonb not null,
  business_date date not null,
  at timestamptz not null
);
create index application_event_of on application_event (application_id, id);
create trigger application_event_kept before update or delete on application_event
  for each row execute function keep_record();

-- What the client writes, step by step. The draft is what stands in the form; the data are what was submitted.
create table application_step (
  application_id uuid not null references application,
  step text not null check (step in ('personal', 'financial', 'device')),
  draft_sealed text,
  data_sealed text,
  completed_at timestamptz,
  updated_at timestamptz not null,
  primary key (application_id, step),
  check ((data_sealed is null) = (completed_at is null))
);

create table application_document (
  id uuid primary key,
  application_id uuid not null references application,
  type text not null check (type in ('DNI_FRONT', 'DNI_BACK', 'SELFIE', 'INCOME_PROOF', 'ADDRESS_PROOF', 'OTHER')),
  media_type text not null,
  byte_length int not null check (byte_length > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes_sealed bytea,
  -- Set once it belongs to something the client has sent: from then on it stays.
  submitted_at timestamptz,
  created_at timestamptz not null
);
create index application_document_of on application_document (application_id, created_at);

create table information_item (
  id uuid primary key,
  application_id uuid not null references application,
  position int not null,
  code text not null check (code <> ''),
  -- Why, in the words of whoever asked; the text of the code otherwise.
  note text,
  -- `engine`, `bank` or `operator:<name>`.
  asked_by text not null check (asked_by <> ''),
  asked_at timestamptz not null,
  answered_at timestamptz,
  -- What was answered, as far as it is no file.
  value_sealed text,
  document_ids jsonb not null default '[]'
);
create index information_item_of on information_item (application_id, position);

-- Why it was decided so: from the snapshot alone a decision can be repeated.
create table decision (
  id uuid primary key,
  application_id uuid not null references application,
  -- `engine` or `operator:<name>`.
  decided_by text not null check (decided_by <> ''),
  outcome text not null check (outcome in ('APPROVE', 'REFER', 'NEED_INFO', 'REJECT')),
  rule_set text not null,
  -- JSON; says how old somebody is and what they earn.
  snapshot_sealed text,
  findings jsonb not null,
  score jsonb not null,
  reasons jsonb not null,
  -- Amounts and terms that may be taken, when it was approved.
  approved jsonb,
  note text,
  business_date date not null,
  at timestamptz not null,
  check ((outcome = 'APPROVE') = (approved is not null)),
  check ((outcome = 'REJECT') = (jsonb_array_length(reasons) > 0))
);
create index decision_of on decision (application_id, at);
create trigger decision_kept before update or delete on decision for each row execute function keep_record();

-- The first of two pairs of eyes; it counts while the application stays where it is.
create table application_vote (
  id uuid primary key,
  application_id uuid not null references application,
  kind text not null check (kind in ('approve', 'fraud')),
  voted_by text not null check (voted_by <> ''),
  -- Céntimos, of an approval.
  amount bigint,
  at timestamptz not null,
  voter_id uuid not null references colleague,
  -- The open flags of fraud that the account knew of: the vote counts while there is no other.
  flags text[] not null default '{}',
  check ((kind = 'approve') = (amount is not null))
);
create index application_vote_of on application_vote (application_id, at);
create trigger application_vote_kept before update or delete on application_vote
  for each row execute function keep_record();

create table offer (
  id uuid primary key,
  application_id uuid not null references application,
  decision_id uuid not null references decision,
  amount int not null check (amount > 0),
  term int not null check (term > 0),
  -- The product with the prices of the day.
  product jsonb not null,
  business_date date not null,
  created_at timestamptz not null,
  valid_until timestamptz not null,
  replaced_at timestamptz,
  accepted_at timestamptz
);
create unique index offer_current on offer (application_id) where replaced_at is null;

create function keep_offer() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'an offer is never deleted';
  end if;
  if (to_jsonb(new) - 'replaced_at' - 'accepted_at') is distinct from (to_jsonb(old) - 'replaced_at' - 'accepted_at') then
    raise exception 'what was offered is never rewritten';
  end if;
  return new;
end
$$;
create trigger offer_kept before update or delete on offer for each row execute function keep_offer();

-- What is shown to be signed, with the hash of every paper. A new day or another offer makes a new one.
create table agreement (
  id uuid primary key,
  application_id uuid not null references application,
  offer_id uuid not null references offer,
  -- The terms of the loan as they would be signed, policies included.
  terms jsonb not null,
  value_date date not null,
  -- [{"id", "type", "language", "title", "pages", "sha256"}]
  documents jsonb not null,
  -- Which figures differ from the agreement before, shown to the client.
  changed jsonb not null,
  created_at timestamptz not null,
  voided_at timestamptz,
  signed_at timestamptz,
  check (voided_at is null or signed_at is null)
);
create unique index agreement_current on agreement (application_id) where voided_at is null and signed_at is null;

create function keep_agreement() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'an agreement is never deleted';
  end if;
  if (to_jsonb(new) - 'voided_at' - 'signed_at') is distinct from (to_jsonb(old) - 'voided_at' - 'signed_at') then
    raise exception 'what was shown is never rewritten';
  end if;
  if old.signed_at is not null then
    raise exception 'what was signed stays as it is';
  end if;
  return new;
end
$$;
create trigger agreement_kept before update or delete on agreement for each row execute function keep_agreement();

-- Who signed what, when, with which code, from where (Ley 27269 [R]). Sealed with the master key: contracts outlive the
-- client's own key.
create table signature (
  id uuid primary key,
  agreement_id uuid unique references agreement,
  -- A top-up is signed as a loan is.
  top_up_id uuid unique references top_up,
  person_id uuid not null references person,
  loan_id uuid not null references loan,
  challenge_id uuid not null references challenge,
  evidence_sealed text not null,
  -- HMAC of the evidence by the server's key, and which key.
  seal text not null,
  seal_key text not null,
  signed_at timestamptz not null,
  constraint signature_of_one_paper check (num_nonnulls(agreement_id, top_up_id) = 1)
);
create trigger signature_kept before update or delete on signature for each row execute function keep_record();

-- Screens that say something once (domain 2.3.1) and belong to no application: a top-up that was signed.
create table screen_seen (
  person_id uuid not null references person,
  screen text not null,
  ref text not null,
  at timestamptz not null,
  primary key (person_id, screen, ref)
);

-- What clients declare about themselves, each time they do, with the words they were asked in (decision 0146).
create table declaration (
  id uuid primary key,
  person_id uuid not null references person,
  application_id uuid not null references application,
  kind text not null check (kind ~ '^[A-Z][A-Z_]{2,39}$'),
  answer boolean not null,
  -- What was said with a yes, sealed with the person's key.
  detail_sealed text,
  -- SHA-256 of the words that were on the screen, in hex.
  text_version text not null check (text_version ~ '^[0-9a-f]{64}$'),
  declared_at timestamptz not null
);
create index declaration_of on declaration (person_id, declared_at);
create trigger declaration_kept before update or delete on declaration for each row execute function keep_record();

-- What somebody outside was asked about an applicant (identity, holder of the account, credit bureau): one row for each
-- time, also when there was no answer. Never changed; who is forgotten takes the answers with them.
create table external_check (
  id uuid primary key,
  application_id uuid not null references application,
  kind text not null check (kind in ('identity', 'account-holder', 'bureau')),
  -- HMAC of the whole question, and the key it was sent with: the same question is asked and paid once.
  question text not null check (question <> ''),
  provider text not null check (provider <> ''),
  -- The provider's number of the answer; null when there was none.
  reference text check (reference <> ''),
  answer_sealed text,
  business_date date not null,
  at timestamptz not null,
  check ((reference is null) = (answer_sealed is null))
);
create index external_check_of on external_check (application_id, at);
create unique index external_check_answered on external_check (question) where reference is not null;
create trigger external_check_kept before update or delete on external_check
  for each row execute function keep_record();
