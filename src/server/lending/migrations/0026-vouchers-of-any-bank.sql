-- The bank a transfer came from may be any, and banks count their operations each for itself and anew: the same number may
-- be another transfer's. Whether it is, a person decides. The name stays, because the release before names it in its
-- inserts.
alter table voucher drop constraint voucher_once;
alter table voucher add constraint voucher_once unique (intent_id, bank_id, operation_number);
