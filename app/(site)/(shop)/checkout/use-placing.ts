import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useCart } from '@/components/shop/cart'
import { useCustomer } from '@/components/shop/customer/provider'
import { usePayment } from '@/components/shop/payment/provider'
import { rememberPlaced } from '@/components/shop/placed'
import { useToast } from '@/components/ui/toast'
import { useAction } from '@/components/ui/use-action'
import { send } from '@/lib/server/client'
import { type Failure, failureOf } from './failures'
import type { Choices } from './use-choices'
import type { Preview, usePreview } from './use-preview'

export const couponOf = ({ discounts }: Preview) =>
  discounts.find((one) => one.coupon_id !== null)?.coupon_id ?? undefined

/** The missing input; undefined: the order can be placed. */
function missingIn(preview: Preview, { person }: Choices) {
  if (preview.store_id === null && preview.address_id === null) return 'address'
  if (preview.store_id !== null && person.refuse(person.wrong)) return 'contact'
  return preview.undeliverable.length > 0 ? 'not_deliverable' : undefined
}

/** `key`: the Idempotency-Key. `isOvertaken`: the cart has fewer pieces now than this order. */
export function usePlacing(
  key: string,
  from_cart: boolean,
  choices: Choices,
  { readAgain, readWithoutCoupon }: Pick<ReturnType<typeof usePreview>, 'readAgain' | 'readWithoutCoupon'>,
) {
  const t = useTranslations('purchase.checkout')
  const router = useRouter()
  const cart = useCart()
  const pay = usePayment()
  const act = useAction()
  const toast = useToast()
  const { asCustomer } = useCustomer()
  const [isOvertaken, setOvertaken] = useState(false)
  const { person, setNotice } = choices

  const request = (preview: Preview) =>
    asCustomer((token) =>
      send('POST /v1/order', {
        body: {
          items: preview.items.map(({ sku_id, count }) => ({ sku_id, count })),
          ...(preview.store_id === null
            ? { address_id: preview.address_id ?? undefined }
            : { store_id: preview.store_id, contact: person.contact }),
          remark: choices.remark,
          // The server refuses the order if its price differs from the displayed price.
          expected_amount: preview.total_amount,
          from_cart,
          coupon_id: couponOf(preview),
        },
        token,
        idempotency_key: key,
      }),
    )

  const answerTo = async (failure: Failure) => {
    if (failure.kind === 'cart_changed') {
      setOvertaken(true)
      cart.reload()
    } else if (failure.kind === 'placed_before') {
      toast.announce('note', t('placedBefore'))
      router.replace('/order')
    } else if (failure.kind === 'contact') {
      person.refuse(failure.wrong)
      setNotice('contact')
    } else if (failure.kind === 'store') {
      await readAgain()
    } else if (failure.kind === 'coupon') {
      await readWithoutCoupon()
      setNotice(failure.refusal)
    } else if (failure.kind === 'outdated') {
      await readAgain()
      // The banner of the screen may be older than the closing.
      if (failure.code === 'shop_closed') router.refresh()
      setNotice(failure.code)
    } else setNotice('unknown')
  }

  const place = async (preview: Preview) => {
    const missing = missingIn(preview, choices)
    setNotice(missing)
    if (missing) return
    // An offline request never left, so nothing was placed. After a request that did leave, only the server knows.
    const wasOnline = navigator.onLine
    await act(
      async () => {
        const placed = await request(preview).catch(async (error: unknown) => {
          const failure = failureOf(error, wasOnline)
          if (!failure) throw error
          await answerTo(failure)
        })
        if (!placed) return
        rememberPlaced(key, placed.id)
        cart.reload()
        // The URL changes to the order's before the payment, so that a reload during the payment shows the order.
        router.replace(`/order/${placed.id}`)
        void act(() => pay(placed), { failure: t('notPaid') })
      },
      { failure: t('notPlaced'), keepsInput: true, isLocal: true },
    )
  }
  return { place, isOvertaken }
}
