import { useCustomer } from '@/components/shop/customer/provider'
import { useRead } from '@/components/ui/use-read'
import { type Answer, send } from '@/lib/server/client'
import { isAbout, refusalIn } from './failures'
import { type Choices, noCoupon } from './use-choices'

type Choice = Pick<Choices, 'address_id' | 'store_id' | 'coupon'>

function couponInput(choice: string) {
  if (choice === '') return { best_coupon: true }
  return choice === noCoupon ? {} : { coupon_id: Number(choice) }
}

/** The server computes the sums. Choices that are not possible any more are dropped. */
export function usePreview(choices: Choices) {
  const { token, asCustomer } = useCustomer()
  const { items, address_id, store_id, coupon } = choices
  const readWith = async (choice: Choice): Promise<Answer<'POST /v1/order/preview'>> => {
    const { coupon, store_id, address_id } = choice
    const way = store_id === undefined ? { address_id } : { store_id }
    const body = { items, ...way, ...couponInput(coupon) }
    try {
      return await asCustomer((token) => send('POST /v1/order/preview', { body, token }))
    } catch (error) {
      if (address_id !== undefined && isAbout(error, 'address_id')) {
        // The chosen address was deleted in another tab.
        choices.dropAddress()
        return readWith({ ...choice, address_id: undefined })
      }
      if (store_id !== undefined && isAbout(error, 'store_id')) {
        // The shop has closed the store meanwhile.
        choices.dropStore()
        choices.setNotice('store')
        return readWith({ ...choice, store_id: undefined })
      }
      const refusal = refusalIn(error)
      if (coupon === '' || !(refusal || isAbout(error, 'coupon_id'))) throw error
      choices.dropCoupon()
      choices.setNotice(refusal)
      return readWith({ ...choice, coupon: '' })
    }
  }
  const read = () => readWith({ address_id, store_id, coupon })
  const result = useRead(items.length > 0 ? read : undefined, `${token} ${choices.previewKey}`)
  return {
    ...result,
    readAgain: async () => result.replace(await read()),
    readWithoutCoupon: async () => {
      choices.dropCoupon()
      result.replace(await readWith({ address_id, store_id, coupon: '' }))
    },
  }
}

export type Preview = Answer<'POST /v1/order/preview'>
