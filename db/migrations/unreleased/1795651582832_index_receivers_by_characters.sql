-- An operator may have created the index of a big table beforehand (docs/decisions/017).
CREATE INDEX IF NOT EXISTS "order_receiver_characters" ON "order" USING gin (string_to_array(lower(receiver ->> 'name'), null)) WITH (gin_pending_list_limit=512);--> statement-breakpoint
DROP INDEX "order_receiver_name";
