-- Devices and consents of visitors and clients.

-- Which devices visitors use (domain 2.4), told once a day and used against fraud.
create table device (
  id uuid primary key,
  -- The fields of product-spec §3, as far as the browser told them.
  data jsonb not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null check (last_seen_at >= first_seen_at),
  -- Thirteen months after the device was last seen, only counts of it are kept.
  forget_on date not null
);
create index device_forget_on on device (forget_on);

-- Every yes and every no, for ever (domain 2.19): the current state is the last row of a person or device and purpose.
create table consent_event (
  id uuid primary key,
  -- No reference: a device is forgotten after thirteen months, what its user decided must be provable for longer.
  device_id uuid,
  person_id uuid references person,
  purpose text not null check (purpose ~ '^[A-Z][A-Z_]{2,39}$'),
  granted boolean not null,
  -- SHA-256 of the words that were on the screen, in hex.
  text_version text not null check (text_version ~ '^[0-9a-f]{64}$'),
  channel text not null check (channel in ('WEB')),
  actor text not null check (actor in ('VISITOR', 'CLIENT')),
  caller text not null,
  created_at timestamptz not null,
  constraint consent_event_of_somebody check (device_id is not null or person_id is not null)
);
create index consent_event_of_device on consent_event (device_id, purpose, created_at);
create index consent_event_of_person on consent_event (person_id, purpose, created_at);

create function refuse_consent_change() returns trigger language plpgsql as $$
begin
  raise exception 'consent_event is append-only: write a new row';
end
$$;
create trigger consent_event_append_only before update or delete or truncate on consent_event
  for each statement execute function refuse_consent_change();
