CREATE INDEX CONCURRENTLY "shipment_track" ON "shipment" USING btree ("track_at") WHERE track_at is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "shipment_without_news" ON "shipment" USING btree ("tracking","order_id","tracking_at","shipped_at") WHERE track_at is not null;
