alter table "rate_limit" set unlogged;
