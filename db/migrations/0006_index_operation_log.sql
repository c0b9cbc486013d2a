DROP INDEX "login_log_created";--> statement-breakpoint
DROP INDEX "oper_log_user";--> statement-breakpoint
DROP INDEX "oper_log_module";--> statement-breakpoint
DROP INDEX "oper_log_action";--> statement-breakpoint
DROP INDEX "oper_log_created";--> statement-breakpoint
CREATE INDEX "oper_log_user_success" ON "oper_log" USING btree ("user_id","success","id");--> statement-breakpoint
CREATE INDEX "oper_log_module_success" ON "oper_log" USING btree ("module","success","id");--> statement-breakpoint
CREATE INDEX "oper_log_action_success" ON "oper_log" USING btree ("action","success","id");--> statement-breakpoint
CREATE INDEX "login_log_created" ON "login_log" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "oper_log_user" ON "oper_log" USING btree ("user_id","id","module","action");--> statement-breakpoint
CREATE INDEX "oper_log_module" ON "oper_log" USING btree ("module","id","action","user_id");--> statement-breakpoint
CREATE INDEX "oper_log_action" ON "oper_log" USING btree ("action","id","module","user_id");--> statement-breakpoint
CREATE INDEX "oper_log_created" ON "oper_log" USING btree ("created_at","id");