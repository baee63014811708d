-- expand, for programs since 0015
-- Somebody who has no confirmed mailbox asks for another one, with a picture (domain 2.1.3); no telephone is named then.
alter table phone_recovery add column new_email_sealed text;
