-- expand, for programs since 0027
-- The payment orders of a day in one file: which orders people have looked at, and what of them went. An older program
-- sends orders alone, and an order leaves once, whoever begins.
create table payout_batch (
  -- Its day and a part that no other batch has: also the name of its file.
  id text primary key check (id ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9a-f]{8}$'),
  business_date date not null,
  -- RELEASED: people have said that it goes, and it is on its way into its file.
  status text not null check (status in ('MADE', 'RELEASED', 'SENT', 'WITHDRAWN')),
  made_by text not null,
  made_at timestamptz not null,
  released_by text,
  released_at timestamptz,
  sent_at timestamptz,
  withdrawn_by text,
  reason text,
  check ((released_by is not null) = (status in ('RELEASED', 'SENT'))),
  check ((sent_at is not null) = (status = 'SENT')),
  check ((withdrawn_by is not null) = (status = 'WITHDRAWN'))
);
create unique index payout_batch_once_a_day on payout_batch (business_date) where status <> 'WITHDRAWN';
create unique index payout_batch_one_at_a_time on payout_batch ((true)) where status in ('MADE', 'RELEASED');

create function keep_payout_batch() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' then
    raise exception 'a batch of payments is never deleted: withdraw it';
  end if;
  if (old.status, new.status) not in (('MADE', 'RELEASED'), ('MADE', 'WITHDRAWN'), ('RELEASED', 'SENT')) then
    raise exception 'a batch goes from MADE to RELEASED and SENT, or is WITHDRAWN before it is released';
  end if;
  if (new.id, new.business_date, new.made_by, new.made_at)
     is distinct from (old.id, old.business_date, old.made_by, old.made_at) then
    raise exception 'what a batch was made of never changes';
  end if;
  return new;
end
$$;
create trigger payout_batch_kept before update or delete on payout_batch
  for each row execute function keep_payout_batch();

create table payout_batch_item (
  batch_id text not null references payout_batch,
  position int not null,
  order_id uuid not null,
  kind text not null check (kind in ('disbursement', 'refund')),
  amount bigint not null check (amount > 0),
  -- IN: in the file. OUT: it waits for another batch or has ended. BEFORE: the archive knew it as sent.
  outcome text check (outcome in ('IN', 'OUT', 'BEFORE')),
  reason text,
  primary key (batch_id, position),
  unique (batch_id, order_id)
);
create index payout_batch_item_of_order on payout_batch_item (order_id);

create function keep_payout_batch_item() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' then
    raise exception 'an item of a batch is never deleted';
  end if;
  if (to_jsonb(new) - 'outcome' - 'reason') is distinct from (to_jsonb(old) - 'outcome' - 'reason')
     or (old.outcome is not null and (old.outcome, new.outcome) <> ('IN', 'BEFORE')) then
    raise exception 'an item of a batch says once what became of it';
  end if;
  if (select status from payout_batch where id = new.batch_id) <> 'RELEASED' then
    raise exception 'nothing becomes of an item before its batch is released';
  end if;
  return new;
end
$$;
create trigger payout_batch_item_kept before update or delete on payout_batch_item
  for each row execute function keep_payout_batch_item();
