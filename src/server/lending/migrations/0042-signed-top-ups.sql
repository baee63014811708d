-- expand, for programs since 0027
-- A top-up is signed as a loan is: the proof of its signature stands with the others.
alter table signature
  alter column agreement_id drop not null,
  drop constraint signature_loan_id_key,
  add column top_up_id uuid unique references top_up,
  add constraint signature_of_one_paper check (num_nonnulls(agreement_id, top_up_id) = 1);
