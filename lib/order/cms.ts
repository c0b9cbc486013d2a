// biome-ignore-start assist/source/organizeImports: the reference lists the operations in this order
export { listCmsOrders, countCmsOrders, countNewCmsOrders, getCmsOrder } from './desk/cms'
export { updateCmsOrder, getCmsReceiverFreight } from './change/cms'
export { createCmsOrder, previewCmsOrder } from './desk/cms'
export { previewOrderPrices } from './change/cms'
export { noteOrder } from './desk/cms'
export {
  shipCmsOrder,
  findPickupOrder,
  readyCmsOrder,
  collectCmsOrder,
  correctShipment,
  revokeShipment,
  listCmsOrderTrace,
  reportOrder,
  correctReportedPhone,
} from './ship/cms'
export { cancelCmsOrder, refundCmsOrder, previewOrderRefunds, retryRefund, closeRefund } from './change/cms'
export { getPackingLists, notePrint } from './desk/cms'
// biome-ignore-end assist/source/organizeImports: the reference lists the operations in this order
