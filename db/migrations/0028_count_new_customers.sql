CREATE TABLE "buyer" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"first_paid_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "buyer" ADD CONSTRAINT "buyer_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "buyer_first_paid" ON "buyer" USING btree ("first_paid_at");--> statement-breakpoint
CREATE INDEX "payment_returned" ON "payment" USING btree ("id") WHERE not settles and paid_at is not null;--> statement-breakpoint
create function keep_first_payment() returns trigger language plpgsql as $$
begin
  -- Most who pay have paid before: then nothing is written, and nothing locked.
  if exists (select from buyer b where b.user_id = new.user_id and b.first_paid_at <= new.paid_at) then return null; end if;
  insert into buyer as b (user_id, first_paid_at) values (new.user_id, new.paid_at)
  on conflict (user_id) do update set first_paid_at = excluded.first_paid_at where excluded.first_paid_at < b.first_paid_at;
  return null;
end $$;
--> statement-breakpoint
-- With conditions, so that placing an order costs nothing for it.
create trigger first_payment_of_added after insert on "order" for each row
  when (new.paid_at is not null) execute function keep_first_payment();
--> statement-breakpoint
-- An order also comes to a customer when two accounts are merged.
create trigger first_payment_of_changed after update of paid_at, user_id on "order" for each row
  when (new.paid_at is not null and (old.paid_at is distinct from new.paid_at or old.user_id <> new.user_id))
  execute function keep_first_payment();
--> statement-breakpoint
insert into buyer (user_id, first_paid_at) select user_id, min(paid_at) from "order" where paid_at is not null group by user_id;
--> statement-breakpoint
-- What was shipped of an order follows from its status: without this, the tabs are planned as if it did not.
create statistics order_status_fulfilment (mcv) on status, fulfilment from "order";
--> statement-breakpoint
analyze "order";
