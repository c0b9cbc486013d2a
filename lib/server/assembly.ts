import { startJobsWith } from '@/lib/kit/job/due'
import { callShopWith } from '@/lib/platform/sandbox/to-shop'

/*
 * Connects modules that resources import to functions that need every resource, so that no import is circular.
 * Everything is loaded on use, because few processes need it.
 */

startJobsWith(async (seconds) => {
  const { runFrequentJobs } = await import('@/lib/server/jobs/jobs')
  await runFrequentJobs(seconds)
})

callShopWith(async () => {
  const [{ receivePaymentNotice }, { receiveUpload }, { receiveMessage }] = await Promise.all([
    import('@/lib/payment/endpoints'),
    import('@/lib/file/direct'),
    import('@/lib/wechat/endpoints'),
  ])
  return [receivePaymentNotice, receiveUpload, receiveMessage]
})
