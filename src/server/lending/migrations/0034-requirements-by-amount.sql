-- expand, for programs since 0030
-- What an amount asks for is one dated table (decision 0148). A lender that has a policy already goes on with its own
-- figures, for the same days: pictures above one amount, a proof of income above another, everything else for everybody.
-- 125 are the points that every application could have; the share of them that was enough is the same.
do $$
declare
  old record;
  everything constant jsonb := '{
    "fields": ["streetType", "residenceStatus", "timeAtAddressMonths", "lengthOfIncome", "employerName",
      "monthlyExpenses", "otherLoanPayments", "payday", "bankAccountType"],
    "referees": 2,
    "papers": [],
    "checks": {"identity": "WITH_PROVIDER", "account-holder": "WITH_PROVIDER", "bureau": "WITH_PROVIDER"}
  }';
  pictures int;
  proof int;
  ends int[];
  upper_end int;
  above int;
  row_of jsonb;
  listed jsonb;
begin
  for old in
    select value, valid_from, valid_to from parameter where kind = 'policy' and key = 'underwriting' order by valid_from
  loop
    pictures := (old.value ->> 'identityFreeUpTo')::int;
    proof := (old.value ->> 'incomeProofAbove')::int;
    listed := '[]';
    above := 0;
    -- Null is the row without an end.
    ends := array_append(
      array(select distinct e from unnest(array[pictures, proof]) as e where e > 0 order by e), null::int
    );
    foreach upper_end in array ends loop
      row_of := everything || jsonb_build_object('papers', to_jsonb(
        array_remove(array[
          case when above >= pictures then 'identity-pictures' end,
          case when above >= proof then 'income-proof' end
        ], null)
      ));
      if upper_end is not null then
        row_of := row_of || jsonb_build_object('upTo', upper_end);
        above := upper_end;
      end if;
      listed := listed || jsonb_build_array(row_of);
    end loop;
    insert into parameter (id, kind, key, value, valid_from, valid_to, approved_by)
    values (gen_random_uuid(), 'policy', 'requirements', jsonb_build_object('rows', listed, 'score', jsonb_build_object(
      'passPercent', greatest(0, ceil((old.value ->> 'scoreThreshold')::numeric * 100 / 125)),
      'weights', '{"incomeSource": 20, "incomeLength": 20, "residence": 15, "timeAtAddress": 10, "device": 10, "burden": 20,
        "history": 30, "bureau": 20}'::jsonb
    )), old.valid_from, old.valid_to, 'seed');
  end loop;
end
$$;
