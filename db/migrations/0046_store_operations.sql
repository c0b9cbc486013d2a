CREATE TABLE "operation" (
	"method" text NOT NULL,
	"path" text NOT NULL,
	"summary" text NOT NULL,
	"code" text,
	"also" text[] NOT NULL,
	"sort_order" integer NOT NULL,
	CONSTRAINT "operation_method_path_pk" PRIMARY KEY("method","path")
);
