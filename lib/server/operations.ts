// Written by `npm run routes`.
import type * as address from '@/lib/address/endpoints'
import type * as cmsAfterSale from '@/lib/after_sale/cms'
import type * as after_sale from '@/lib/after_sale/endpoints'
import type * as api_key from '@/lib/api_key/cms'
import type * as cmsArticle from '@/lib/article/cms'
import type * as article from '@/lib/article/endpoints'
import type * as auth from '@/lib/auth/cms'
import type * as cmsBanner from '@/lib/banner/cms'
import type * as banner from '@/lib/banner/endpoints'
import type * as carrier_account from '@/lib/carrier_account/cms'
import type * as cart from '@/lib/cart/endpoints'
import type * as catalog from '@/lib/catalog/endpoints'
import type * as cmsCategory from '@/lib/category/cms'
import type * as category from '@/lib/category/endpoints'
import type * as config from '@/lib/config/cms'
import type * as customer from '@/lib/customer/cms'
import type * as dashboard from '@/lib/dashboard/cms'
import type * as cmsDict from '@/lib/dict/cms'
import type * as dict from '@/lib/dict/endpoints'
import type * as dict_type from '@/lib/dict_type/cms'
import type * as element from '@/lib/element/cms'
import type * as error_log from '@/lib/error_log/cms'
import type * as event from '@/lib/event/cms'
import type * as cmsFile from '@/lib/file/cms'
import type * as file from '@/lib/file/endpoints'
import type * as freight_template from '@/lib/freight_template/cms'
import type * as group from '@/lib/group/cms'
import type * as home from '@/lib/home/endpoints'
import type * as imports from '@/lib/import/cms'
import type * as cmsInvoice from '@/lib/invoice/cms'
import type * as invoice from '@/lib/invoice/endpoints'
import type * as login_log from '@/lib/login_log/cms'
import type * as menu from '@/lib/menu/cms'
import type * as cmsNotice from '@/lib/notice/cms'
import type * as notice from '@/lib/notice/endpoints'
import type * as oper_log from '@/lib/oper_log/cms'
import type * as cmsOrder from '@/lib/order/cms'
import type * as order from '@/lib/order/endpoints'
import type * as waybill from '@/lib/order/waybill/cms'
import type * as payment from '@/lib/payment/endpoints'
import type * as cmsProduct from '@/lib/product/cms'
import type * as product from '@/lib/product/endpoints'
import type * as cmsPromotion from '@/lib/promotion/cms'
import type * as promotion from '@/lib/promotion/endpoints'
import type * as region from '@/lib/region/endpoints'
import type * as stock from '@/lib/stock/cms'
import type * as cmsStore from '@/lib/store/cms'
import type * as store from '@/lib/store/endpoints'
import type * as cmsTheme from '@/lib/theme/cms'
import type * as theme from '@/lib/theme/endpoints'
import type * as token from '@/lib/token/endpoints'
import type * as staff from '@/lib/user/cms'
import type * as user from '@/lib/user/endpoints'
import type * as view from '@/lib/view/cms'
import type * as webhook from '@/lib/webhook/cms'
import type * as wechat from '@/lib/wechat/endpoints'

/**
 * The type of every operation, by method and path. A call names one operation, so that the compiler reads only the
 * declaration of this operation. With a type computed from `modules` in `endpoints.ts`, the compiler would read the
 * declarations of all operations for each call, with every handler, schema and query.
 */
export interface Operations {
  'GET /v1/token': typeof token.getToken
  'POST /v1/token': typeof token.createToken
  'DELETE /v1/token': typeof token.deleteToken
  'GET /v1/user': typeof user.getUser
  'POST /v1/user': typeof user.registerUser
  'PUT /v1/user': typeof user.updateUser
  'DELETE /v1/user': typeof user.closeAccount
  'POST /v1/user/close': typeof user.closeAccountByPost
  'PUT /v1/user/mini_program': typeof user.joinMiniProgram
  'POST /v1/user/mobile': typeof user.claimMobile
  'PUT /v1/user/password': typeof user.changePassword
  'GET /v1/user/session': typeof user.listSessions
  'DELETE /v1/user/session/{id}': typeof user.endSession
  'GET /v1/address': typeof address.listAddresses
  'POST /v1/address': typeof address.createAddress
  'GET /v1/address/{id}': typeof address.getAddress
  'PUT /v1/address/{id}': typeof address.updateAddress
  'DELETE /v1/address/{id}': typeof address.deleteAddress
  'GET /v1/region': typeof region.listRegions
  'GET /v1/store': typeof store.listStores
  'POST /v1/file': typeof file.uploadPicture
  'GET /v1/home': typeof home.getHome
  'GET /v1/shop': typeof home.getShop
  'GET /v1/banner': typeof banner.listBanners
  'GET /v1/banner/ids/{id_list}': typeof banner.listBannersByIds
  'GET /v1/banner/{id}': typeof banner.getBanner
  'GET /v1/theme': typeof theme.listThemes
  'GET /v1/theme/{id}': typeof theme.getTheme
  'GET /v1/category': typeof category.listCategories
  'GET /v1/catalog': typeof catalog.getCatalog
  'GET /v1/category/{id}/products': typeof product.listCategoryProducts
  'GET /v1/product': typeof product.listProducts
  'GET /v1/product/by_category': typeof product.listProductsByCategory
  'GET /v1/product/recent': typeof product.listNewestProducts
  'GET /v1/product/search': typeof product.searchProducts
  'GET /v1/product/suggest': typeof product.suggestProducts
  'GET /v1/product/{id}': typeof product.getProduct
  'GET /v1/product/{id}/similar': typeof product.listSimilarProducts
  'GET /v1/article': typeof article.listArticles
  'GET /v1/article/{id}': typeof article.getArticle
  'GET /v1/notice': typeof notice.listNotices
  'GET /v1/notice/unread': typeof notice.listUnreadNotices
  'POST /v1/notice/{id}/read': typeof notice.readNotice
  'GET /v1/dict': typeof dict.listDict
  'GET /v1/coupon': typeof promotion.listCoupons
  'POST /v1/coupon': typeof promotion.takeCoupon
  'GET /v1/promotion': typeof promotion.listPromotions
  'GET /v1/promotion/{id}/product': typeof promotion.listPromotionProducts
  'GET /v1/cart': typeof cart.getCart
  'POST /v1/cart': typeof cart.addToCart
  'PUT /v1/cart': typeof cart.updateCart
  'DELETE /v1/cart': typeof cart.clearCart
  'GET /v1/order': typeof order.listOrders
  'POST /v1/order': typeof order.placeOrder
  'GET /v1/order/by_payment/{payment_no}': typeof order.getOrderByPayment
  'GET /v1/order/count': typeof order.countOrders
  'POST /v1/order/preview': typeof order.previewOrder
  'GET /v1/order/shared/{order_no}': typeof order.getSharedOrder
  'GET /v1/order/{id}': typeof order.getOrder
  'DELETE /v1/order/{id}': typeof order.deleteOrder
  'POST /v1/order/{id}/cancel': typeof order.cancelOrder
  'POST /v1/order/{id}/confirm': typeof order.confirmOrder
  'GET /v1/order/{id}/lines': typeof order.listOrderLines
  'PUT /v1/order/{id}/receiver': typeof order.readdressOrder
  'GET /v1/order/{id}/receiver/freight': typeof order.getReceiverFreight
  'GET /v1/order/{id}/trace': typeof order.listOrderTrace
  'POST /v1/pay/notify': typeof payment.receivePaymentNotice
  'POST /v1/pay/pre_order': typeof payment.createPreOrder
  'GET /v1/wechat/event': typeof wechat.checkMessageUrl
  'POST /v1/wechat/event': typeof wechat.receiveMessage
  'GET /v1/after_sale': typeof after_sale.listAfterSales
  'POST /v1/after_sale': typeof after_sale.requestAfterSale
  'POST /v1/after_sale/preview': typeof after_sale.previewAfterSale
  'GET /v1/after_sale/{id}': typeof after_sale.getAfterSale
  'POST /v1/after_sale/{id}/dispute': typeof after_sale.disputeAfterSale
  'POST /v1/after_sale/{id}/return': typeof after_sale.returnAfterSale
  'POST /v1/after_sale/{id}/withdraw': typeof after_sale.withdrawAfterSale
  'GET /v1/invoice': typeof invoice.listOwnInvoices
  'POST /v1/invoice': typeof invoice.createInvoice
  'GET /v1/invoice/{id}': typeof invoice.getInvoice
  'PUT /v1/invoice/{id}': typeof invoice.updateInvoice
  'DELETE /v1/invoice/{id}': typeof invoice.deleteInvoice
  'GET /cms/dashboard/checklist': typeof dashboard.listChecklist
  'GET /cms/dashboard/sales': typeof dashboard.getSales
  'GET /cms/dashboard/statement': typeof dashboard.getStatement
  'GET /cms/dashboard/top': typeof dashboard.listTop
  'GET /cms/dashboard/work': typeof dashboard.listWork
  'GET /cms/user': typeof staff.listCmsUsers
  'POST /cms/user': typeof staff.createCmsUser
  'POST /cms/user/bulk': typeof staff.changeCmsUsers
  'GET /cms/user/{id}': typeof staff.getCmsUser
  'PUT /cms/user/{id}': typeof staff.updateCmsUser
  'DELETE /cms/user/{id}': typeof staff.deleteCmsUser
  'GET /cms/user/{id}/history': typeof staff.listStaffHistory
  'PUT /cms/user/{id}/password': typeof staff.resetUserSecret
  'GET /cms/user/{id}/session': typeof staff.listUserSessions
  'DELETE /cms/user/{id}/session': typeof staff.endUserSessions
  'DELETE /cms/user/{id}/session/{sid}': typeof staff.endUserSession
  'POST /cms/user/{id}/unlock': typeof staff.unlockCmsUser
  'GET /cms/customer': typeof customer.listCustomers
  'GET /cms/customer/{id}': typeof customer.getCustomer
  'PUT /cms/customer/{id}': typeof customer.updateCustomer
  'GET /cms/customer/{id}/history': typeof customer.listCustomerHistory
  'GET /cms/group': typeof group.listGroups
  'POST /cms/group': typeof group.createGroup
  'GET /cms/group/{id}': typeof group.getGroup
  'PUT /cms/group/{id}': typeof group.updateGroup
  'DELETE /cms/group/{id}': typeof group.deleteGroup
  'GET /cms/group/{id}/history': typeof group.listGroupHistory
  'GET /cms/api_key': typeof api_key.listApiKeys
  'POST /cms/api_key': typeof api_key.createApiKey
  'GET /cms/api_key/me': typeof api_key.getOwnKey
  'GET /cms/api_key/{id}': typeof api_key.getApiKey
  'PUT /cms/api_key/{id}': typeof api_key.updateApiKey
  'GET /cms/api_key/{id}/history': typeof api_key.listApiKeyHistory
  'POST /cms/api_key/{id}/revoke': typeof api_key.revokeApiKey
  'POST /cms/api_key/{id}/rotate': typeof api_key.rotateApiKey
  'GET /cms/auth': typeof auth.listPermissions
  'GET /cms/auth/url': typeof auth.listEndpoints
  'GET /cms/menu': typeof menu.listMenus
  'POST /cms/menu': typeof menu.createMenu
  'PUT /cms/menu/order': typeof menu.orderMenu
  'GET /cms/menu/routes': typeof menu.listRoutes
  'GET /cms/menu/{id}': typeof menu.getMenu
  'PUT /cms/menu/{id}': typeof menu.updateMenu
  'DELETE /cms/menu/{id}': typeof menu.deleteMenu
  'GET /cms/menu/{id}/history': typeof menu.listMenuHistory
  'GET /cms/element': typeof element.listElements
  'POST /cms/element': typeof element.createElement
  'GET /cms/element/{id}': typeof element.getElement
  'PUT /cms/element/{id}': typeof element.updateElement
  'DELETE /cms/element/{id}': typeof element.deleteElement
  'GET /cms/element/{id}/history': typeof element.listElementHistory
  'GET /cms/view': typeof view.listViews
  'POST /cms/view': typeof view.createView
  'PUT /cms/view/{id}': typeof view.updateView
  'DELETE /cms/view/{id}': typeof view.deleteView
  'GET /cms/dict_type': typeof dict_type.listDictTypes
  'POST /cms/dict_type': typeof dict_type.createDictType
  'GET /cms/dict_type/{id}': typeof dict_type.getDictType
  'PUT /cms/dict_type/{id}': typeof dict_type.updateDictType
  'DELETE /cms/dict_type/{id}': typeof dict_type.deleteDictType
  'GET /cms/dict_type/{id}/history': typeof dict_type.listDictTypeHistory
  'GET /cms/dict': typeof cmsDict.listCmsDict
  'POST /cms/dict': typeof cmsDict.createDict
  'POST /cms/dict/add_carriers': typeof cmsDict.addCarriers
  'GET /cms/dict/{id}': typeof cmsDict.getCmsDict
  'PUT /cms/dict/{id}': typeof cmsDict.updateDict
  'DELETE /cms/dict/{id}': typeof cmsDict.deleteDict
  'GET /cms/dict/{id}/history': typeof cmsDict.listDictHistory
  'GET /cms/category': typeof cmsCategory.listCmsCategories
  'POST /cms/category': typeof cmsCategory.createCategory
  'PUT /cms/category/order': typeof cmsCategory.orderCategory
  'GET /cms/category/{id}': typeof cmsCategory.getCmsCategory
  'PUT /cms/category/{id}': typeof cmsCategory.updateCategory
  'DELETE /cms/category/{id}': typeof cmsCategory.deleteCategory
  'GET /cms/category/{id}/history': typeof cmsCategory.listCategoryHistory
  'GET /cms/theme': typeof cmsTheme.listCmsThemes
  'POST /cms/theme': typeof cmsTheme.createTheme
  'GET /cms/theme/{id}': typeof cmsTheme.getCmsTheme
  'PUT /cms/theme/{id}': typeof cmsTheme.updateTheme
  'DELETE /cms/theme/{id}': typeof cmsTheme.deleteTheme
  'GET /cms/theme/{id}/history': typeof cmsTheme.listThemeHistory
  'GET /cms/coupon': typeof cmsPromotion.listCmsCoupons
  'POST /cms/coupon/{id}/revoke': typeof cmsPromotion.revokeCoupon
  'GET /cms/promotion': typeof cmsPromotion.listCmsPromotions
  'POST /cms/promotion': typeof cmsPromotion.createPromotion
  'POST /cms/promotion/estimate': typeof cmsPromotion.estimatePromotion
  'GET /cms/promotion/{id}': typeof cmsPromotion.getCmsPromotion
  'PUT /cms/promotion/{id}': typeof cmsPromotion.updatePromotion
  'DELETE /cms/promotion/{id}': typeof cmsPromotion.deletePromotion
  'GET /cms/promotion/{id}/code': typeof cmsPromotion.listPromotionCodes
  'POST /cms/promotion/{id}/code': typeof cmsPromotion.createPromotionCodes
  'POST /cms/promotion/{id}/duplicate': typeof cmsPromotion.duplicatePromotion
  'POST /cms/promotion/{id}/grant': typeof cmsPromotion.grantPromotionCoupons
  'GET /cms/promotion/{id}/history': typeof cmsPromotion.listPromotionHistory
  'GET /cms/promotion/{id}/sku': typeof cmsPromotion.listDealSkus
  'GET /cms/freight_template': typeof freight_template.listFreightTemplates
  'POST /cms/freight_template': typeof freight_template.createFreightTemplate
  'GET /cms/freight_template/{id}': typeof freight_template.getFreightTemplate
  'PUT /cms/freight_template/{id}': typeof freight_template.updateFreightTemplate
  'DELETE /cms/freight_template/{id}': typeof freight_template.deleteFreightTemplate
  'GET /cms/freight_template/{id}/history': typeof freight_template.listFreightTemplateHistory
  'GET /cms/carrier_account': typeof carrier_account.listCarrierAccounts
  'POST /cms/carrier_account': typeof carrier_account.bindCarrierAccount
  'POST /cms/carrier_account/refresh': typeof carrier_account.refreshCarrierAccounts
  'GET /cms/carrier_account/{id}': typeof carrier_account.getCarrierAccount
  'PUT /cms/carrier_account/{id}': typeof carrier_account.updateCarrierAccount
  'GET /cms/carrier_account/{id}/history': typeof carrier_account.listCarrierAccountHistory
  'POST /cms/carrier_account/{id}/unbind': typeof carrier_account.unbindCarrierAccount
  'GET /cms/store': typeof cmsStore.listCmsStores
  'POST /cms/store': typeof cmsStore.createStore
  'GET /cms/store/{id}': typeof cmsStore.getCmsStore
  'PUT /cms/store/{id}': typeof cmsStore.updateStore
  'DELETE /cms/store/{id}': typeof cmsStore.deleteStore
  'GET /cms/store/{id}/history': typeof cmsStore.listStoreHistory
  'GET /cms/banner': typeof cmsBanner.listCmsBanners
  'POST /cms/banner': typeof cmsBanner.createBanner
  'GET /cms/banner/broken': typeof cmsBanner.listBrokenBannerItems
  'GET /cms/banner/{id}': typeof cmsBanner.getCmsBanner
  'PUT /cms/banner/{id}': typeof cmsBanner.updateBanner
  'DELETE /cms/banner/{id}': typeof cmsBanner.deleteBanner
  'GET /cms/banner/{id}/history': typeof cmsBanner.listBannerHistory
  'GET /cms/article': typeof cmsArticle.listCmsArticles
  'POST /cms/article': typeof cmsArticle.createArticle
  'GET /cms/article/{id}': typeof cmsArticle.getCmsArticle
  'PUT /cms/article/{id}': typeof cmsArticle.updateArticle
  'DELETE /cms/article/{id}': typeof cmsArticle.deleteArticle
  'GET /cms/article/{id}/history': typeof cmsArticle.listArticleHistory
  'POST /cms/article/{id}/preview': typeof cmsArticle.previewArticle
  'GET /cms/article/{id}/version': typeof cmsArticle.listArticleVersions
  'GET /cms/article/{id}/version/{vid}': typeof cmsArticle.getArticleVersion
  'POST /cms/article/{id}/version/{vid}/restore': typeof cmsArticle.restoreArticleVersion
  'GET /cms/notice': typeof cmsNotice.listCmsNotices
  'POST /cms/notice': typeof cmsNotice.createNotice
  'POST /cms/notice/read': typeof cmsNotice.readCmsNotices
  'GET /cms/notice/unread': typeof cmsNotice.listCmsUnreadNotices
  'GET /cms/notice/{id}': typeof cmsNotice.getCmsNotice
  'PUT /cms/notice/{id}': typeof cmsNotice.updateNotice
  'DELETE /cms/notice/{id}': typeof cmsNotice.deleteNotice
  'GET /cms/notice/{id}/history': typeof cmsNotice.listNoticeHistory
  'POST /cms/notice/{id}/read': typeof cmsNotice.readCmsNotice
  'GET /cms/notice/{id}/reader': typeof cmsNotice.listNoticeReaders
  'GET /cms/file': typeof cmsFile.listFiles
  'POST /cms/file': typeof cmsFile.uploadFile
  'POST /cms/file/bulk_delete': typeof cmsFile.deleteFiles
  'GET /cms/file/folder': typeof cmsFile.listFileFolders
  'POST /cms/file/folder': typeof cmsFile.createFileFolder
  'PUT /cms/file/folder/{id}': typeof cmsFile.updateFileFolder
  'DELETE /cms/file/folder/{id}': typeof cmsFile.deleteFileFolder
  'GET /cms/file/limit': typeof cmsFile.getFileLimit
  'GET /cms/file/{id}': typeof cmsFile.getFile
  'PUT /cms/file/{id}': typeof cmsFile.updateFile
  'DELETE /cms/file/{id}': typeof cmsFile.deleteFile
  'GET /cms/file/{id}/history': typeof cmsFile.listFileHistory
  'POST /cms/file/{id}/replace': typeof cmsFile.replaceFileContent
  'GET /cms/file/{id}/uses': typeof cmsFile.listFileUses
  'GET /cms/order': typeof cmsOrder.listCmsOrders
  'POST /cms/order': typeof cmsOrder.createCmsOrder
  'GET /cms/order/count': typeof cmsOrder.countCmsOrders
  'GET /cms/order/new': typeof cmsOrder.countNewCmsOrders
  'GET /cms/order/pickup': typeof cmsOrder.findPickupOrder
  'POST /cms/order/preview': typeof cmsOrder.previewCmsOrder
  'GET /cms/order/print': typeof cmsOrder.getPackingLists
  'POST /cms/order/print': typeof cmsOrder.notePrint
  'GET /cms/order/refund/preview': typeof cmsOrder.previewOrderRefunds
  'GET /cms/order/{id}': typeof cmsOrder.getCmsOrder
  'PUT /cms/order/{id}': typeof cmsOrder.updateCmsOrder
  'POST /cms/order/{id}/cancel': typeof cmsOrder.cancelCmsOrder
  'POST /cms/order/{id}/collect': typeof cmsOrder.collectCmsOrder
  'POST /cms/order/{id}/note': typeof cmsOrder.noteOrder
  'POST /cms/order/{id}/preview': typeof cmsOrder.previewOrderPrices
  'POST /cms/order/{id}/ready': typeof cmsOrder.readyCmsOrder
  'GET /cms/order/{id}/receiver/freight': typeof cmsOrder.getCmsReceiverFreight
  'POST /cms/order/{id}/refund': typeof cmsOrder.refundCmsOrder
  'POST /cms/order/{id}/refund/{rid}/close': typeof cmsOrder.closeRefund
  'POST /cms/order/{id}/refund/{rid}/retry': typeof cmsOrder.retryRefund
  'POST /cms/order/{id}/report': typeof cmsOrder.reportOrder
  'POST /cms/order/{id}/report/phone': typeof cmsOrder.correctReportedPhone
  'POST /cms/order/{id}/ship': typeof cmsOrder.shipCmsOrder
  'POST /cms/order/{id}/shipment/{sid}/correct': typeof cmsOrder.correctShipment
  'POST /cms/order/{id}/shipment/{sid}/revoke': typeof cmsOrder.revokeShipment
  'GET /cms/order/{id}/trace': typeof cmsOrder.listCmsOrderTrace
  'GET /cms/waybill': typeof waybill.listWaybills
  'POST /cms/waybill': typeof waybill.createWaybill
  'GET /cms/waybill/label': typeof waybill.listLabels
  'GET /cms/waybill/order': typeof waybill.listPackable
  'POST /cms/waybill/print': typeof waybill.noteLabels
  'GET /cms/waybill/{id}': typeof waybill.getWaybill
  'POST /cms/waybill/{id}/cancel': typeof waybill.cancelWaybill
  'GET /cms/after_sale': typeof cmsAfterSale.listCmsAfterSales
  'GET /cms/after_sale/count': typeof cmsAfterSale.countCmsAfterSales
  'GET /cms/after_sale/{id}': typeof cmsAfterSale.getCmsAfterSale
  'POST /cms/after_sale/{id}/approve': typeof cmsAfterSale.approveAfterSale
  'POST /cms/after_sale/{id}/decide': typeof cmsAfterSale.decideAfterSale
  'POST /cms/after_sale/{id}/receive': typeof cmsAfterSale.receiveAfterSale
  'POST /cms/after_sale/{id}/refuse': typeof cmsAfterSale.refuseAfterSale
  'POST /cms/after_sale/{id}/reject': typeof cmsAfterSale.rejectAfterSale
  'POST /cms/after_sale/{id}/return': typeof cmsAfterSale.returnCmsAfterSale
  'GET /cms/invoice': typeof cmsInvoice.listCmsInvoiceRequests
  'GET /cms/invoice/count': typeof cmsInvoice.countCmsInvoices
  'POST /cms/invoice/file': typeof cmsInvoice.uploadInvoiceFile
  'GET /cms/invoice/{id}': typeof cmsInvoice.getCmsInvoice
  'POST /cms/invoice/{id}/correct': typeof cmsInvoice.correctCmsInvoice
  'GET /cms/invoice/{id}/history': typeof cmsInvoice.listInvoiceHistory
  'POST /cms/invoice/{id}/issue': typeof cmsInvoice.issueCmsInvoice
  'POST /cms/invoice/{id}/refuse': typeof cmsInvoice.refuseCmsInvoice
  'POST /cms/invoice/{id}/replace': typeof cmsInvoice.replaceCmsInvoice
  'GET /cms/product': typeof cmsProduct.listCmsProducts
  'POST /cms/product': typeof cmsProduct.createProduct
  'POST /cms/product/bulk': typeof cmsProduct.changeProducts
  'POST /cms/product/bulk_delete': typeof cmsProduct.deleteProducts
  'GET /cms/product/count': typeof cmsProduct.countProducts
  'GET /cms/product/prices': typeof cmsProduct.listProductPrices
  'GET /cms/product/{id}': typeof cmsProduct.getCmsProduct
  'PUT /cms/product/{id}': typeof cmsProduct.updateProduct
  'DELETE /cms/product/{id}': typeof cmsProduct.deleteProduct
  'POST /cms/product/{id}/duplicate': typeof cmsProduct.duplicateProduct
  'GET /cms/product/{id}/history': typeof cmsProduct.listProductHistory
  'POST /cms/product/{id}/restore': typeof cmsProduct.restoreProduct
  'GET /cms/product/{id}/stock_log': typeof cmsProduct.listStockLog
  'GET /cms/product/{id}/uses': typeof cmsProduct.listProductUses
  'GET /cms/sku': typeof cmsProduct.listSkus
  'POST /cms/sku/price': typeof cmsProduct.setPrices
  'POST /cms/coupon/import': typeof imports.createGrantImport
  'GET /cms/coupon/import/{id}': typeof imports.getGrantImport
  'POST /cms/coupon/import/{id}/apply': typeof imports.applyGrantImport
  'GET /cms/coupon/import/{id}/row': typeof imports.listGrantImportRows
  'POST /cms/invoice/import': typeof imports.createInvoiceImport
  'GET /cms/invoice/import/{id}': typeof imports.getInvoiceImport
  'POST /cms/invoice/import/{id}/apply': typeof imports.applyInvoiceImport
  'GET /cms/invoice/import/{id}/row': typeof imports.listInvoiceImportRows
  'POST /cms/order/import': typeof imports.createOrderImport
  'GET /cms/order/import/{id}': typeof imports.getOrderImport
  'POST /cms/order/import/{id}/apply': typeof imports.applyOrderImport
  'GET /cms/order/import/{id}/row': typeof imports.listOrderImportRows
  'POST /cms/product/import': typeof imports.createProductImport
  'GET /cms/product/import/{id}': typeof imports.getProductImport
  'POST /cms/product/import/{id}/apply': typeof imports.applyProductImport
  'GET /cms/product/import/{id}/row': typeof imports.listProductImportRows
  'POST /cms/promotion/import': typeof imports.createDealImport
  'GET /cms/promotion/import/{id}': typeof imports.getDealImport
  'POST /cms/promotion/import/{id}/apply': typeof imports.applyDealImport
  'GET /cms/promotion/import/{id}/row': typeof imports.listDealImportRows
  'POST /cms/stock/adjust': typeof stock.adjustStocks
  'GET /cms/event': typeof event.listEvents
  'GET /cms/webhook': typeof webhook.listWebhooks
  'POST /cms/webhook': typeof webhook.createWebhook
  'GET /cms/webhook/{id}': typeof webhook.getWebhook
  'PUT /cms/webhook/{id}': typeof webhook.updateWebhook
  'DELETE /cms/webhook/{id}': typeof webhook.deleteWebhook
  'GET /cms/webhook/{id}/delivery': typeof webhook.listDeliveries
  'POST /cms/webhook/{id}/delivery/{delivery_id}/retry': typeof webhook.retryDelivery
  'GET /cms/webhook/{id}/history': typeof webhook.listWebhookHistory
  'POST /cms/webhook/{id}/ping': typeof webhook.pingWebhook
  'POST /cms/webhook/{id}/resend': typeof webhook.resendEvents
  'POST /cms/webhook/{id}/rotate': typeof webhook.rotateWebhook
  'GET /cms/config': typeof config.listConfig
  'PUT /cms/config': typeof config.updateConfig
  'GET /cms/oper_log': typeof oper_log.listOperations
  'GET /cms/login_log': typeof login_log.listLogins
  'GET /cms/log/error': typeof error_log.listErrors
  'PUT /cms/log/error/{id}': typeof error_log.updateError
}
