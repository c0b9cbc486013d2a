import { startJobsWith } from '@/lib/kit/job/due'
import { callShopWith } from '@/lib/platform/sandbox/to-shop'

/*
 * What every resource leads to and what itself needs every resource is handed in here, by whoever mounts endpoints: so no
 * module has to import what imports it. All of it is loaded on use, because few processes need it.
 */

startJobsWith(async (seconds) => {
  const { runFrequentJobs } = await import('@/lib/server/jobs/jobs')
  await runFrequentJobs(seconds)
})

callShopWith(async () => {
  const [{ receiveNotice }, { receiveUpload }, { receiveMessage }] = await Promise.all([
    import('@/lib/payment/endpoints'),
    import('@/lib/file/direct'),
    import('@/lib/wechat/endpoints'),
  ])
  return [receiveNotice, receiveUpload, receiveMessage]
})
