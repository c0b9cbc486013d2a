-- Offered to customers until now. Where the shop has changed it, it stays.
update dict set status = 'disabled', version = version + 1
where type = 'after_sale_reason' and value = 'out_of_stock' and label = '缺货' and label_en = 'Out of stock';
