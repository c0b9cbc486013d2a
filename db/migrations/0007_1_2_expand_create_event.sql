CREATE TABLE "event" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor_id" integer,
	"resource" text NOT NULL,
	"resource_id" integer NOT NULL,
	"data" jsonb NOT NULL,
	"seq" bigint,
	CONSTRAINT "event_type" CHECK ("event"."type" in ('order.placed', 'order.paid', 'order.changed', 'order.shipped', 'order.completed', 'order.cancelled', 'refund.succeeded', 'refund.failed', 'refund.refused', 'refund.settled', 'after_sale.opened', 'after_sale.changed', 'after_sale.closed', 'product.changed', 'product.deleted', 'stock.low', 'stock.out', 'customer.closed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "event_seq" ON "event" USING btree ("seq") WHERE seq is not null;
--> statement-breakpoint
CREATE INDEX "event_waiting" ON "event" USING btree ("id") WHERE seq is null;
--> statement-breakpoint
-- Runs once per statement, not per row, to lock the products of all changed SKUs in the order of their ids. All other
-- code locks products in the same order, so that no deadlock occurs. Also records an event for each SKU on offer whose
-- stock has fallen to a lower level.
create or replace function keep_stock_level_of_changed() returns trigger language plpgsql as $$
declare
  product_ids int[];
begin
  select array_agg(distinct n.product_id) into product_ids
  from changed n join replaced o on o.id = n.id
  where o.stock_level <> n.stock_level or o.enabled <> n.enabled or (o.deleted_at is null) <> (n.deleted_at is null);
  if product_ids is not null then
    perform keep_stock_level(product_ids);
    insert into event (type, resource, resource_id, data)
    select case n.stock_level when 0 then 'stock.out' else 'stock.low' end, 'sku', n.id,
      jsonb_build_object('product_id', n.product_id, 'stock', n.stock)
    from changed n join replaced o on o.id = n.id
    where n.stock < o.stock and n.stock_level < o.stock_level and n.enabled and n.deleted_at is null
    order by n.id;
  end if;
  return null;
end $$;
