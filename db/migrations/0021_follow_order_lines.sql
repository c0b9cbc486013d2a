CREATE TABLE "shipment_item" (
	"shipment_id" integer NOT NULL,
	"order_item_id" integer NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "shipment_item_shipment_id_order_item_id_pk" PRIMARY KEY("shipment_id","order_item_id"),
	CONSTRAINT "shipment_item_count" CHECK ("shipment_item"."count" > 0)
);
--> statement-breakpoint
CREATE TABLE "refund_item" (
	"refund_id" integer NOT NULL,
	"order_item_id" integer NOT NULL,
	"count" integer NOT NULL,
	"kept_count" integer NOT NULL,
	"amount" bigint NOT NULL,
	"restock_count" integer NOT NULL,
	CONSTRAINT "refund_item_refund_id_order_item_id_pk" PRIMARY KEY("refund_id","order_item_id"),
	CONSTRAINT "refund_item_pieces" CHECK ("refund_item"."kept_count" between 0 and "refund_item"."count" and "refund_item"."restock_count" between 0 and "refund_item"."count" and "refund_item"."amount" >= 0)
);
--> statement-breakpoint
ALTER TABLE "refund" DROP CONSTRAINT "refund_amount";--> statement-breakpoint
ALTER TABLE "shipment" ALTER COLUMN "carrier" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "shipment" ALTER COLUMN "tracking_no" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "promised_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "promised_freight" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_item" ADD COLUMN "discount_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_item" ADD COLUMN "paid_amount" bigint GENERATED ALWAYS AS ("amount" - "discount_amount") STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "order_item" ADD COLUMN "shipped_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_item" ADD COLUMN "refunded_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_item" ADD COLUMN "kept_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_item" ADD COLUMN "refunded_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shipment" ADD COLUMN "method" text DEFAULT 'express' NOT NULL;--> statement-breakpoint
ALTER TABLE "shipment" ADD COLUMN "actor" integer;--> statement-breakpoint
ALTER TABLE "shipment" ADD COLUMN "revoked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "freight_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "reason_code" text;--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "succeeded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "stock_log" ADD COLUMN "refund_id" integer;--> statement-breakpoint
ALTER TABLE "shipment_item" ADD CONSTRAINT "shipment_item_shipment_id_shipment_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_item" ADD CONSTRAINT "shipment_item_order_item_id_order_item_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_item"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_item" ADD CONSTRAINT "refund_item_refund_id_refund_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refund"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_item" ADD CONSTRAINT "refund_item_order_item_id_order_item_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_item"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shipment_item_order_item" ON "shipment_item" USING btree ("order_item_id");--> statement-breakpoint
CREATE INDEX "refund_item_order_item" ON "refund_item" USING btree ("order_item_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shipment_parcel" ON "shipment" USING btree ("order_id","carrier","tracking_no") WHERE revoked_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "stock_log_refund" ON "stock_log" USING btree ("refund_id","sku_id") WHERE refund_id is not null;--> statement-breakpoint
-- What reductions of an order its lines bear, by largest remainder.
with lines as (
  select i.id, i.order_id, o.items_amount, least(o.discount_amount, o.items_amount) as discount,
    least(o.discount_amount, o.items_amount)::numeric * i.amount as weighed
  from order_item i join "order" o on o.id = i.order_id
  where o.discount_amount > 0 and o.items_amount > 0
), shares as (
  select id, order_id, discount, div(weighed, items_amount) as share,
    row_number() over (partition by order_id order by mod(weighed, items_amount) desc, id) as place
  from lines
), rests as (
  select order_id, discount - sum(share) as rest from shares group by order_id, discount
)
update order_item i set discount_amount = s.share + (s.place <= r.rest)::int
from shares s join rests r using (order_id) where s.id = i.id;
--> statement-breakpoint
-- Until now an order was shipped as a whole.
update order_item i set shipped_count = i.count
from "order" o
where o.id = i.order_id and (o.shipped_at is not null or o.status in ('shipped', 'completed')
  or exists (select from shipment s where s.order_id = o.id));
--> statement-breakpoint
insert into shipment_item (shipment_id, order_item_id, count)
select s.id, i.id, i.count
from (select order_id, min(id) as id from shipment group by order_id) s join order_item i on i.order_id = s.order_id;
--> statement-breakpoint
update shipment s set actor = l.actor from order_log l where l.order_id = s.order_id and l.action = 'ship';
--> statement-breakpoint
update refund set succeeded_at = updated_at where status = 'succeeded';
--> statement-breakpoint
-- Until now a refund was an amount: it is counted toward the lines in their order, then toward the freight. Pieces are counted
-- where the order was refunded in full, or its stock was returned.
with held as (
  select r.id, p.order_id, r.amount, r.returns_stock, sum(r.amount) over (partition by p.order_id order by r.id) as until
  from refund r join payment p on p.id = r.payment_id
  where p.settles and r.status <> 'closed'
), taking as (
  select h.order_id, coalesce(max(h.id) filter (where h.returns_stock), max(h.id)) as id
  from held h join "order" o on o.id = h.order_id
  group by h.order_id, o.paid_amount
  having bool_or(h.returns_stock) or sum(h.amount) = o.paid_amount
), lines as (
  select id, order_id, count, shipped_count, paid_amount, sum(paid_amount) over (partition by order_id order by id) as until
  from order_item
), shares as (
  select h.id as refund_id, l.id as order_item_id, l.count, l.shipped_count, h.returns_stock, t.id = h.id as is_taking,
    greatest(least(h.until, l.until) - greatest(h.until - h.amount, l.until - l.paid_amount), 0) as amount
  from held h join lines l using (order_id) left join taking t using (order_id)
)
insert into refund_item (refund_id, order_item_id, count, kept_count, amount, restock_count)
select refund_id, order_item_id, case when is_taking then count else 0 end,
  case when is_taking then count - shipped_count else 0 end, amount,
  case when is_taking and returns_stock then count else 0 end
from shares where amount > 0 or is_taking;
--> statement-breakpoint
update refund r set freight_amount = r.amount - coalesce((select sum(i.amount) from refund_item i where i.refund_id = r.id), 0)
from payment p
where p.id = r.payment_id and p.settles and r.status <> 'closed';
--> statement-breakpoint
update order_item i set refunded_count = s.count, kept_count = s.kept_count, refunded_amount = s.amount
from (
  select order_item_id, sum(count) as count, sum(kept_count) as kept_count, sum(amount) as amount
  from refund_item group by order_item_id
) s
where s.order_item_id = i.id;
--> statement-breakpoint
update "order" o set promised_amount = s.amount, promised_freight = s.freight_amount
from (
  select p.order_id, sum(r.amount) as amount, sum(r.freight_amount) as freight_amount
  from refund r join payment p on p.id = r.payment_id
  where p.settles and r.status <> 'closed'
  group by p.order_id
) s
where s.order_id = o.id;
--> statement-breakpoint
ALTER TABLE "refund" DROP COLUMN "returns_stock";--> statement-breakpoint
ALTER TABLE "order" ADD CONSTRAINT "order_promised" CHECK ("order"."promised_amount" between "order"."refunded_amount" and "order"."paid_amount"
        and "order"."promised_freight" between 0 and least("order"."freight_amount", "order"."promised_amount"));--> statement-breakpoint
ALTER TABLE "order_item" ADD CONSTRAINT "order_item_paid" CHECK ("order_item"."discount_amount" between 0 and "order_item"."amount" and "order_item"."refunded_amount" between 0 and "order_item"."paid_amount");--> statement-breakpoint
ALTER TABLE "order_item" ADD CONSTRAINT "order_item_pieces" CHECK ("order_item"."shipped_count" >= 0 and "order_item"."kept_count" >= 0 and "order_item"."shipped_count" + "order_item"."kept_count" <= "order_item"."count"
        and "order_item"."refunded_count" between "order_item"."kept_count" and "order_item"."kept_count" + "order_item"."shipped_count");--> statement-breakpoint
ALTER TABLE "shipment" ADD CONSTRAINT "shipment_method" CHECK ("shipment"."method" in ('express', 'local', 'virtual', 'pickup'));--> statement-breakpoint
ALTER TABLE "shipment" ADD CONSTRAINT "shipment_carrier" CHECK (num_nulls("shipment"."carrier", "shipment"."tracking_no") = case when "shipment"."method" = 'express' then 0 else 2 end);--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_amount" CHECK ("refund"."amount" > 0 and "refund"."freight_amount" between 0 and "refund"."amount");