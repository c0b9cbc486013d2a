-- A change of what the answer of a record shows is a change of the record. Retries and claims of jobs are none.
create or replace function touch_order() returns trigger language plpgsql as $$
begin
  update "order" set updated_at = now() where id = new.order_id and updated_at <> now()::timestamptz(3);
  return null;
end $$;
--> statement-breakpoint
create or replace function touch_order_of_refund() returns trigger language plpgsql as $$
begin
  update "order" o set updated_at = now() from payment p
  where p.id = new.payment_id and o.id = p.order_id and o.updated_at <> now()::timestamptz(3);
  return null;
end $$;
--> statement-breakpoint
create or replace function touch_case() returns trigger language plpgsql as $$
begin
  update after_sale set updated_at = now() where refund_id = new.id and updated_at <> now()::timestamptz(3);
  return null;
end $$;
--> statement-breakpoint
create or replace function touch_product() returns trigger language plpgsql as $$
begin
  update product set updated_at = now() where id = new.product_id and updated_at <> now()::timestamptz(3);
  return null;
end $$;
--> statement-breakpoint
-- Also of the customer who had the row before.
create or replace function touch_customer() returns trigger language plpgsql as $$
begin
  update "user" set updated_at = now() where id in (old.user_id, new.user_id) and kind = 'customer' and updated_at <> now()::timestamptz(3);
  return null;
end $$;
--> statement-breakpoint
-- Not of added lines: they are placed with their order.
create or replace trigger touch_order_of_item after update on order_item for each row
  when ((old.price, old.discount_amount, old.shipped_count, old.refunded_count, old.kept_count, old.refunded_amount)
    is distinct from (new.price, new.discount_amount, new.shipped_count, new.refunded_count, new.kept_count, new.refunded_amount))
  execute function touch_order();
--> statement-breakpoint
create or replace trigger touch_order_of_payment after insert or update of status on payment for each row execute function touch_order();
--> statement-breakpoint
create or replace trigger touch_order_of_refund after insert or update of status, refusal_code on refund for each row execute function touch_order_of_refund();
--> statement-breakpoint
create or replace trigger touch_order_of_shipment
  after insert or update of carrier, tracking_no, corrected_at, revoked_at, tried_at, reported_at,
    tracking, tracking_at, tracking_text, waybill_token, tracking_errcode on shipment
  for each row execute function touch_order();
--> statement-breakpoint
create or replace trigger touch_order_of_report
  after insert or update of status, errcode, errmsg, corrected_at, order_state, settled_at on shipping_report
  for each row execute function touch_order();
--> statement-breakpoint
create or replace trigger touch_order_of_pickup after insert or update on order_pickup for each row execute function touch_order();
--> statement-breakpoint
create or replace trigger touch_order_of_note after insert on order_note for each row execute function touch_order();
--> statement-breakpoint
create or replace trigger touch_order_of_print after insert on order_print for each row execute function touch_order();
--> statement-breakpoint
create or replace trigger touch_order_of_case after insert or update of version on after_sale for each row execute function touch_order();
--> statement-breakpoint
create or replace trigger touch_case_of_refund after update of status, succeeded_at on refund for each row execute function touch_case();
--> statement-breakpoint
-- Without the stock, so that an order does not write the product.
create or replace trigger touch_product_of_sku
  after insert or update of sku_no, value_ids, spec_values, price, market_price, cost, weight_g, barcode, external_id, image_url, enabled, deleted_at on sku
  for each row execute function touch_product();
--> statement-breakpoint
create or replace trigger touch_customer_of_identity after insert or update or delete on identity for each row execute function touch_customer();
--> statement-breakpoint
create or replace trigger touch_customer_of_address after insert or update or delete on address for each row execute function touch_customer();
