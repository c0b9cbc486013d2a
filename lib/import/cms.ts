import { invoiceImport } from '@/lib/invoice/import'
import { InvoiceImportRowPage } from '@/lib/invoice/import-schema'
import { pathId } from '@/lib/kit/api/endpoint/fields'
import { importForm, importOperations, importOperationsWith } from '@/lib/kit/import/operations'
import { shownRows } from '@/lib/kit/import/runner'
import { shipmentImport } from '@/lib/order/import/import'
import { ShipmentImportRowPage } from '@/lib/order/import/import-schema'
import { productImport, productImportFrom } from '@/lib/product/import'
import { pictureFields } from '@/lib/product/import-pictures'
import { ProductImportRowPage } from '@/lib/product/import-schema'
import { grantImport, grantImportOf } from '@/lib/promotion/grant-import'
import { dealImport, dealImportInto } from '@/lib/promotion/import'
import { DealImportRowPage, GrantImportRowPage } from '@/lib/promotion/import-schema'
import * as example from './example'

export const {
  create: createProductImport,
  get: getProductImport,
  listRows: listProductImportRows,
  apply: applyProductImport,
} = importOperationsWith(
  {
    resource: 'product',
    kind: productImport,
    code: 'cms.product.import',
    additional_permissions: ['cms.product.cost'],
    page: ProductImportRowPage,
    rows: (context) => shownRows(productImport, context),
    examples: example.products,
    things: 'products',
    descriptions: {
      read: 'The columns are those of the export by name or code, a line per SKU; lines of one product have the same product_id; those of a new one have no id and the same name, or the same product_key. images has names of files joined by | , or the name of a folder of files, and needs the permission cms.file.list; empty, the pictures stay. stock is read for a new SKU alone. Says what each line would do, and changes no product yet. A column that is left out stays as it is, and no SKU is withdrawn. Columns of other names are not read, and named in ignored_columns; a file without any column to read is refused.',
      apply:
        'Each product is changed in one transaction, as on its page; one that is refused becomes an error of its lines.',
    },
  },
  {
    body: importForm(pictureFields),
    example: { folder_id: '3', pictures: '{"LJ-50.jpg": 12}' },
    read: ({ file, ...source }) => ({ file, kind: productImportFrom(source) }),
  },
)

export const {
  create: createOrderImport,
  get: getOrderImport,
  listRows: listOrderImportRows,
  apply: applyOrderImport,
} = importOperations({
  resource: 'order',
  kind: shipmentImport,
  code: 'cms.order.ship',
  additional_permissions: ['cms.order.list'],
  page: ShipmentImportRowPage,
  rows: (context) => shownRows(shipmentImport, context),
  examples: example.parcels,
  things: 'parcels',
  descriptions: {
    read: 'The columns are order_no, carrier (an entry of the dictionary, by value or name) and tracking_no, and sku_no and count for a part of an order, by name or code; the file of GET /cms/order has them empty, and its other columns are ignored. Lines of one order with the same carrier and number are one parcel; without sku_no it takes all that is left to ship. Lines with neither carrier nor number do nothing, and a parcel that is there already is unchanged. Ships nothing yet. Columns of other names are refused: a misspelled sku_no would ship all that is left.',
    apply:
      'Each parcel is shipped in one transaction, as on the page of its order, together with the others of an order of which one takes all that is left; one that is refused becomes an error of its lines.',
  },
})

export const {
  create: createInvoiceImport,
  get: getInvoiceImport,
  listRows: listInvoiceImportRows,
  apply: applyInvoiceImport,
} = importOperations({
  resource: 'invoice',
  kind: invoiceImport,
  code: 'cms.invoice.issue',
  page: InvoiceImportRowPage,
  rows: (context) => shownRows(invoiceImport, context),
  examples: example.invoices,
  things: 'invoice numbers',
  descriptions: {
    read: 'The file of GET /cms/invoice with the column invoice_no filled in, a line per invoice, by invoice_id or order_no. An amount_yuan that is not what the customer keeps paid is an error, and so is a number that is taken. Lines without a number do nothing, and those of an invoice with this number are unchanged. Issues nothing yet.',
    apply:
      'Each invoice is issued in one transaction, as on its page, without a file; one that is refused becomes an error of its line.',
  },
})

export const {
  create: createDealImport,
  get: getDealImport,
  listRows: listDealImportRows,
  apply: applyDealImport,
} = importOperationsWith(
  {
    resource: 'promotion',
    kind: dealImport,
    code: 'cms.promotion.update',
    page: DealImportRowPage,
    rows: (context) => shownRows(dealImport, context),
    examples: example.deals,
    things: 'prices of a deal',
    descriptions: {
      read: 'A line per SKU of the deal promotion_id, by sku_no, as GET /cms/promotion/{id}/sku writes it: deal_price_yuan, and quota, which is empty for any number. SKUs of other lines are added, and those that the file does not have stay. The terms are those of PUT /cms/promotion/{id}. Changes nothing yet.',
      apply:
        'All lines are one change of the deal, as on its page; if it is refused, or someone has changed the deal since the file was read, they become errors.',
    },
  },
  {
    body: importForm({ promotion_id: pathId.meta({ description: 'The deal' }) }),
    example: { promotion_id: '3' },
    read: ({ file, promotion_id }) => ({ file, kind: dealImportInto(promotion_id) }),
  },
)

export const {
  create: createGrantImport,
  get: getGrantImport,
  listRows: listGrantImportRows,
  apply: applyGrantImport,
} = importOperationsWith(
  {
    resource: 'coupon',
    kind: grantImport,
    code: 'cms.promotion.grant',
    additional_permissions: ['cms.customer.list'],
    page: GrantImportRowPage,
    rows: (context) => shownRows(grantImport, context),
    examples: example.grants,
    things: 'customers to grant coupons',
    descriptions: {
      read: 'A line per customer, by user_id or mobile, as the files of GET /cms/customer and GET /cms/coupon write them; each is granted one coupon of the promotion promotion_id. Names of customers, and phone numbers, need the permission cms.customer.list. Lines say why a customer cannot get one. Grants nothing yet.',
      apply:
        'Each coupon is granted in one transaction, as by POST /cms/promotion/{id}/grant; one that is refused becomes an error of its line.',
    },
  },
  {
    body: importForm({ promotion_id: pathId.meta({ description: 'A promotion with coupons' }) }),
    example: { promotion_id: '2' },
    read: ({ file, promotion_id }) => ({ file, kind: grantImportOf(promotion_id) }),
  },
)
