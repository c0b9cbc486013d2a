import type * as address from '@/lib/address/endpoints'
import type * as cmsAfterSale from '@/lib/after_sale/cms'
import type * as after_sale from '@/lib/after_sale/endpoints'
import type * as cmsArticle from '@/lib/article/cms'
import type * as article from '@/lib/article/endpoints'
import type * as auth from '@/lib/auth/cms'
import type * as cmsBanner from '@/lib/banner/cms'
import type * as banner from '@/lib/banner/endpoints'
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
import type * as cmsFile from '@/lib/file/cms'
import type * as file from '@/lib/file/endpoints'
import type * as group from '@/lib/group/cms'
import type * as home from '@/lib/home/endpoints'
import type * as imports from '@/lib/import/cms'
import type * as login_log from '@/lib/login_log/cms'
import type * as menu from '@/lib/menu/cms'
import type * as cmsNotice from '@/lib/notice/cms'
import type * as notice from '@/lib/notice/endpoints'
import type * as oper_log from '@/lib/oper_log/cms'
import type * as cmsOrder from '@/lib/order/cms'
import type * as order from '@/lib/order/endpoints'
import type * as payment from '@/lib/payment/endpoints'
import type * as cmsProduct from '@/lib/product/cms'
import type * as product from '@/lib/product/endpoints'
import type * as stock from '@/lib/stock/cms'
import type * as cmsTheme from '@/lib/theme/cms'
import type * as theme from '@/lib/theme/endpoints'
import type * as token from '@/lib/token/endpoints'
import type * as staff from '@/lib/user/cms'
import type * as user from '@/lib/user/endpoints'
import type * as view from '@/lib/view/cms'
import type * as wechat from '@/lib/wechat/endpoints'

/**
 * The type of every operation, by method and path. What calls one operation names it here, so that the compiler reads
 * that one declaration. A type computed from the array of `endpoints.ts` would make it read all of them, with every
 * handler, schema and query, for each call.
 *
 * A line that does not fit its endpoint, and an endpoint without a line, do not compile in `operations.unit.test.ts`.
 */
export interface Operations {
  'POST /v1/token': typeof token.createToken
  'GET /v1/token': typeof token.getToken
  'DELETE /v1/token': typeof token.deleteToken
  'GET /v1/user': typeof user.getUser
  'POST /v1/user': typeof user.register
  'PUT /v1/user': typeof user.updateOwnUser
  'PUT /v1/user/password': typeof user.changeOwnSecret
  'PUT /v1/user/mini_program': typeof user.joinOwnMiniProgram
  'POST /v1/user/mobile': typeof user.claimOwnMobile
  'DELETE /v1/user': typeof user.closeOwnAccount
  'GET /v1/user/session': typeof user.listOwnSessions
  'DELETE /v1/user/session/{id}': typeof user.endOwnSession
  'GET /v1/address': typeof address.listAddresses
  'POST /v1/address': typeof address.createOwnAddress
  'GET /v1/address/{id}': typeof address.getAddress
  'PUT /v1/address/{id}': typeof address.updateOwnAddress
  'DELETE /v1/address/{id}': typeof address.deleteOwnAddress
  'POST /v1/file': typeof file.uploadPicture
  'GET /v1/home': typeof home.getHome
  'GET /v1/banner': typeof banner.listBanners
  'GET /v1/banner/{id}': typeof banner.getBanner
  'GET /v1/banner/ids/{id_list}': typeof banner.listBannersByIds
  'GET /v1/theme': typeof theme.listThemes
  'GET /v1/theme/{id}': typeof theme.getTheme
  'GET /v1/category': typeof category.listCategories
  'GET /v1/catalog': typeof catalog.getCatalog
  'GET /v1/product/by_category': typeof product.listProductsByCategory
  'GET /v1/category/{id}/products': typeof product.listCategoryProducts
  'GET /v1/product': typeof product.listProducts
  'GET /v1/product/{id}': typeof product.getProduct
  'GET /v1/product/{id}/similar': typeof product.listSimilarProducts
  'GET /v1/product/recent': typeof product.listNewestProducts
  'GET /v1/product/search': typeof product.searchVisibleProducts
  'GET /v1/product/suggest': typeof product.suggestProducts
  'GET /v1/article': typeof article.listArticles
  'GET /v1/article/{id}': typeof article.getArticle
  'GET /v1/notice': typeof notice.listNotices
  'GET /v1/notice/unread': typeof notice.listUnreadNotices
  'POST /v1/notice/{id}/read': typeof notice.readNotice
  'GET /v1/dict': typeof dict.listCustomerDict
  'GET /v1/cart': typeof cart.getCart
  'POST /v1/cart': typeof cart.addToOwnCart
  'PUT /v1/cart': typeof cart.updateOwnCart
  'DELETE /v1/cart': typeof cart.clearOwnCart
  'POST /v1/order': typeof order.placeOwnOrder
  'POST /v1/order/preview': typeof order.previewOwnOrder
  'GET /v1/order': typeof order.listCustomerOrders
  'GET /v1/order/count': typeof order.countOwnOrders
  'GET /v1/order/{id}': typeof order.getOrder
  'DELETE /v1/order/{id}': typeof order.deleteOrder
  'GET /v1/order/{id}/lines': typeof order.listOrderLines
  'GET /v1/order/by_payment/{payment_no}': typeof order.getOrderByPayment
  'POST /v1/order/{id}/cancel': typeof order.cancelOrder
  'POST /v1/order/{id}/confirm': typeof order.confirmOrder
  'POST /v1/pay/pre_order': typeof payment.createPreOrder
  'POST /v1/pay/notify': typeof payment.receiveNotice
  'GET /v1/wechat/event': typeof wechat.checkMessageUrl
  'POST /v1/wechat/event': typeof wechat.receiveMessage
  'POST /v1/after_sale': typeof after_sale.requestAfterSale
  'POST /v1/after_sale/preview': typeof after_sale.previewAfterSale
  'GET /v1/after_sale': typeof after_sale.listAfterSales
  'GET /v1/after_sale/{id}': typeof after_sale.getAfterSale
  'POST /v1/after_sale/{id}/return': typeof after_sale.returnAfterSale
  'POST /v1/after_sale/{id}/withdraw': typeof after_sale.withdrawAfterSale
  'POST /v1/after_sale/{id}/dispute': typeof after_sale.disputeAfterSale
  'GET /cms/dashboard/work': typeof dashboard.listWork
  'GET /cms/dashboard/checklist': typeof dashboard.listChecklist
  'GET /cms/dashboard/sales': typeof dashboard.getSales
  'GET /cms/dashboard/top': typeof dashboard.listTop
  'GET /cms/user': typeof staff.listCmsUsers
  'GET /cms/user/{id}': typeof staff.getCmsUser
  'GET /cms/user/{id}/history': typeof staff.listStaffHistory
  'POST /cms/user': typeof staff.createCmsUser
  'PUT /cms/user/{id}': typeof staff.updateCmsUser
  'POST /cms/user/bulk': typeof staff.changeCmsUsers
  'DELETE /cms/user/{id}': typeof staff.deleteCmsUser
  'PUT /cms/user/{id}/password': typeof staff.resetUserSecret
  'POST /cms/user/{id}/unlock': typeof staff.unlockCmsUser
  'GET /cms/user/{id}/session': typeof staff.listUserSessions
  'DELETE /cms/user/{id}/session': typeof staff.endUserSessions
  'DELETE /cms/user/{id}/session/{sid}': typeof staff.endUserSession
  'GET /cms/customer': typeof customer.listCustomers
  'GET /cms/customer/{id}': typeof customer.getCustomer
  'GET /cms/customer/{id}/history': typeof customer.listCustomerHistory
  'PUT /cms/customer/{id}': typeof customer.updateCustomer
  'GET /cms/group': typeof group.listGroups
  'GET /cms/group/{id}': typeof group.getGroup
  'GET /cms/group/{id}/history': typeof group.listGroupHistory
  'POST /cms/group': typeof group.createGroup
  'PUT /cms/group/{id}': typeof group.updateGroup
  'DELETE /cms/group/{id}': typeof group.deleteGroup
  'GET /cms/auth': typeof auth.listPermissionPoints
  'GET /cms/auth/url': typeof auth.listEndpoints
  'GET /cms/menu': typeof menu.listMenus
  'GET /cms/menu/routes': typeof menu.listRoutes
  'GET /cms/menu/{id}': typeof menu.getMenu
  'GET /cms/menu/{id}/history': typeof menu.listMenuHistory
  'POST /cms/menu': typeof menu.createMenu
  'PUT /cms/menu/{id}': typeof menu.updateMenu
  'PUT /cms/menu/order': typeof menu.orderMenu
  'DELETE /cms/menu/{id}': typeof menu.deleteMenu
  'GET /cms/element': typeof element.listElements
  'GET /cms/element/{id}': typeof element.getElement
  'GET /cms/element/{id}/history': typeof element.listElementHistory
  'POST /cms/element': typeof element.createElement
  'PUT /cms/element/{id}': typeof element.updateElement
  'DELETE /cms/element/{id}': typeof element.deleteElement
  'GET /cms/view': typeof view.listViews
  'POST /cms/view': typeof view.createOwnView
  'PUT /cms/view/{id}': typeof view.updateOwnView
  'DELETE /cms/view/{id}': typeof view.deleteOwnView
  'GET /cms/dict_type': typeof dict_type.listDictTypes
  'GET /cms/dict_type/{id}': typeof dict_type.getDictType
  'GET /cms/dict_type/{id}/history': typeof dict_type.listDictTypeHistory
  'POST /cms/dict_type': typeof dict_type.createDictType
  'PUT /cms/dict_type/{id}': typeof dict_type.updateDictType
  'DELETE /cms/dict_type/{id}': typeof dict_type.deleteDictType
  'GET /cms/dict': typeof cmsDict.listDict
  'GET /cms/dict/{id}': typeof cmsDict.getDict
  'GET /cms/dict/{id}/history': typeof cmsDict.listDictHistory
  'POST /cms/dict': typeof cmsDict.createDict
  'PUT /cms/dict/{id}': typeof cmsDict.updateDict
  'DELETE /cms/dict/{id}': typeof cmsDict.deleteDict
  'POST /cms/dict/add_carriers': typeof cmsDict.addCarriers
  'GET /cms/category': typeof cmsCategory.listCmsCategories
  'GET /cms/category/{id}': typeof cmsCategory.getCmsCategory
  'GET /cms/category/{id}/history': typeof cmsCategory.listCategoryHistory
  'POST /cms/category': typeof cmsCategory.createCategory
  'PUT /cms/category/{id}': typeof cmsCategory.updateCategory
  'PUT /cms/category/order': typeof cmsCategory.orderCategory
  'DELETE /cms/category/{id}': typeof cmsCategory.deleteCategory
  'GET /cms/theme': typeof cmsTheme.listCmsThemes
  'GET /cms/theme/{id}': typeof cmsTheme.getCmsTheme
  'GET /cms/theme/{id}/history': typeof cmsTheme.listThemeHistory
  'POST /cms/theme': typeof cmsTheme.createTheme
  'PUT /cms/theme/{id}': typeof cmsTheme.updateTheme
  'DELETE /cms/theme/{id}': typeof cmsTheme.deleteTheme
  'GET /cms/banner': typeof cmsBanner.listCmsBanners
  'GET /cms/banner/broken': typeof cmsBanner.listBrokenBannerItems
  'GET /cms/banner/{id}': typeof cmsBanner.getCmsBanner
  'GET /cms/banner/{id}/history': typeof cmsBanner.listBannerHistory
  'POST /cms/banner': typeof cmsBanner.createBanner
  'PUT /cms/banner/{id}': typeof cmsBanner.updateBanner
  'DELETE /cms/banner/{id}': typeof cmsBanner.deleteBanner
  'GET /cms/article': typeof cmsArticle.listCmsArticles
  'GET /cms/article/{id}': typeof cmsArticle.getCmsArticle
  'GET /cms/article/{id}/history': typeof cmsArticle.listArticleHistory
  'POST /cms/article': typeof cmsArticle.createArticle
  'PUT /cms/article/{id}': typeof cmsArticle.updateArticle
  'DELETE /cms/article/{id}': typeof cmsArticle.deleteArticle
  'GET /cms/article/{id}/version': typeof cmsArticle.listArticleVersions
  'GET /cms/article/{id}/version/{vid}': typeof cmsArticle.getArticleVersion
  'POST /cms/article/{id}/version/{vid}/restore': typeof cmsArticle.restoreArticleVersion
  'POST /cms/article/{id}/preview': typeof cmsArticle.previewArticle
  'GET /cms/notice': typeof cmsNotice.listCmsNotices
  'GET /cms/notice/{id}': typeof cmsNotice.getCmsNotice
  'GET /cms/notice/{id}/history': typeof cmsNotice.listNoticeHistory
  'POST /cms/notice': typeof cmsNotice.createNotice
  'PUT /cms/notice/{id}': typeof cmsNotice.updateNotice
  'DELETE /cms/notice/{id}': typeof cmsNotice.deleteNotice
  'GET /cms/notice/{id}/reader': typeof cmsNotice.listNoticeReaders
  'GET /cms/notice/unread': typeof cmsNotice.listStaffUnreadNotices
  'POST /cms/notice/read': typeof cmsNotice.readAllNotices
  'POST /cms/notice/{id}/read': typeof cmsNotice.readStaffNotice
  'GET /cms/file': typeof cmsFile.listFiles
  'GET /cms/file/limit': typeof cmsFile.getFileLimit
  'POST /cms/file': typeof cmsFile.uploadFile
  'GET /cms/file/{id}': typeof cmsFile.getFile
  'GET /cms/file/{id}/history': typeof cmsFile.listFileHistory
  'PUT /cms/file/{id}': typeof cmsFile.updateFile
  'GET /cms/file/{id}/uses': typeof cmsFile.listFileUses
  'POST /cms/file/{id}/replace': typeof cmsFile.replaceFileContent
  'DELETE /cms/file/{id}': typeof cmsFile.deleteFile
  'POST /cms/file/bulk_delete': typeof cmsFile.deleteFiles
  'GET /cms/file/folder': typeof cmsFile.listFileFolders
  'POST /cms/file/folder': typeof cmsFile.createFileFolder
  'PUT /cms/file/folder/{id}': typeof cmsFile.updateFileFolder
  'DELETE /cms/file/folder/{id}': typeof cmsFile.deleteFileFolder
  'GET /cms/order': typeof cmsOrder.listCmsOrders
  'GET /cms/order/count': typeof cmsOrder.countCmsOrders
  'GET /cms/order/new': typeof cmsOrder.countNewCmsOrders
  'GET /cms/order/{id}': typeof cmsOrder.getCmsOrder
  'PUT /cms/order/{id}': typeof cmsOrder.updateOrder
  'POST /cms/order/{id}/note': typeof cmsOrder.noteOrder
  'POST /cms/order/{id}/ship': typeof cmsOrder.shipPaidOrder
  'POST /cms/order/{id}/shipment/{sid}/correct': typeof cmsOrder.correctShipment
  'POST /cms/order/{id}/shipment/{sid}/revoke': typeof cmsOrder.revokeShipment
  'POST /cms/order/{id}/report': typeof cmsOrder.reportOrder
  'POST /cms/order/{id}/cancel': typeof cmsOrder.cancelShopOrder
  'POST /cms/order/{id}/refund': typeof cmsOrder.refundPaidOrder
  'POST /cms/order/{id}/refund/{rid}/retry': typeof cmsOrder.retryRefund
  'POST /cms/order/{id}/refund/{rid}/close': typeof cmsOrder.closeRefund
  'GET /cms/order/print': typeof cmsOrder.getPackingLists
  'POST /cms/order/print': typeof cmsOrder.notePrint
  'GET /cms/after_sale': typeof cmsAfterSale.listCmsAfterSales
  'GET /cms/after_sale/count': typeof cmsAfterSale.countCmsAfterSales
  'GET /cms/after_sale/{id}': typeof cmsAfterSale.getCmsAfterSale
  'POST /cms/after_sale/{id}/approve': typeof cmsAfterSale.approveAfterSale
  'POST /cms/after_sale/{id}/reject': typeof cmsAfterSale.rejectAfterSale
  'POST /cms/after_sale/{id}/receive': typeof cmsAfterSale.receiveAfterSale
  'POST /cms/after_sale/{id}/refuse': typeof cmsAfterSale.refuseAfterSale
  'POST /cms/after_sale/{id}/decide': typeof cmsAfterSale.decideAfterSale
  'GET /cms/product': typeof cmsProduct.listCmsProducts
  'GET /cms/product/count': typeof cmsProduct.countProducts
  'GET /cms/product/{id}': typeof cmsProduct.getCmsProduct
  'GET /cms/product/{id}/history': typeof cmsProduct.listProductHistory
  'POST /cms/product': typeof cmsProduct.createNewProduct
  'PUT /cms/product/{id}': typeof cmsProduct.updateProduct
  'DELETE /cms/product/{id}': typeof cmsProduct.deleteProduct
  'POST /cms/product/{id}/restore': typeof cmsProduct.restoreDeletedProduct
  'POST /cms/product/{id}/duplicate': typeof cmsProduct.duplicateExistingProduct
  'GET /cms/product/{id}/uses': typeof cmsProduct.listProductUses
  'GET /cms/product/{id}/stock_log': typeof cmsProduct.listStockLog
  'POST /cms/product/bulk': typeof cmsProduct.changeProducts
  'POST /cms/product/bulk_delete': typeof cmsProduct.deleteProducts
  'POST /cms/product/import': typeof imports.createProductImport
  'GET /cms/product/import/{id}': typeof imports.getProductImport
  'GET /cms/product/import/{id}/row': typeof imports.listProductImportRows
  'POST /cms/product/import/{id}/apply': typeof imports.applyProductImport
  'POST /cms/order/import': typeof imports.createOrderImport
  'GET /cms/order/import/{id}': typeof imports.getOrderImport
  'GET /cms/order/import/{id}/row': typeof imports.listOrderImportRows
  'POST /cms/order/import/{id}/apply': typeof imports.applyOrderImport
  'POST /cms/stock/adjust': typeof stock.adjustStocks
  'GET /cms/config': typeof config.listConfig
  'PUT /cms/config': typeof config.updateConfig
  'GET /cms/oper_log': typeof oper_log.listOperations
  'GET /cms/login_log': typeof login_log.listLogins
  'GET /cms/log/error': typeof error_log.listErrors
  'PUT /cms/log/error/{id}': typeof error_log.updateError
}
