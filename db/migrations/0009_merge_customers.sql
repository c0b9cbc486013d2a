ALTER TABLE "user" ADD COLUMN "merged_into" integer;--> statement-breakpoint
ALTER TABLE "user" ADD CONSTRAINT "user_merged_into_user_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."user"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_merged" ON "user" USING btree ("merged_into") WHERE merged_into is not null;--> statement-breakpoint
ALTER TABLE "user" ADD CONSTRAINT "user_merged_is_deleted" CHECK ("user"."merged_into" is null or "user"."deleted_at" is not null);