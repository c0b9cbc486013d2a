import { startJobsWith } from '@/lib/kit/job/due'
import { sandboxAccount } from '@/lib/platform/sandbox/account'
import { sandboxFetch } from '@/lib/platform/sandbox/fetch'
import { callShopWith } from '@/lib/platform/sandbox/to-shop'
import { answerUploadThing } from '@/lib/platform/sandbox/uploadthing'
import {
  simulatedOptions,
  uploadThingFiles,
  uploadThingKey,
  uploadThingRoot,
} from '@/lib/platform/sandbox/uploadthing-account'
import { simulateWith } from '@/lib/platform/simulation'

/* For modules that resources import: importing these functions there would be circular. */

simulateWith({
  fetch: sandboxFetch,
  account: sandboxAccount,
  uploadThing: {
    answer: answerUploadThing,
    root: uploadThingRoot,
    files: uploadThingFiles,
    key: uploadThingKey,
    options: simulatedOptions,
  },
})

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
