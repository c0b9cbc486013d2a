ALTER TABLE "shipment" VALIDATE CONSTRAINT "shipment_tracking";
