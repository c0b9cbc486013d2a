import { useState } from 'react'
import { useKeptText } from '@/components/shop/use-kept'
import { isAboutWay, type NoticeReason } from './notice'
import { useContact } from './use-contact'

export interface Basket {
  items: { sku_id: number; count: number }[]
  from_cart: boolean
}

/** The coupon of an order without one. */
export const noCoupon = 'none'

/** The choices of the customer, which survive a reload. `key`: the Idempotency-Key of the order. */
export function useChoices(key: string, basket: Basket) {
  const [leftOut, setLeftOut] = useKeptText(`leftOut.${key}`)
  const [address, setAddress] = useKeptText(`address.${key}`)
  const [store, setStore] = useKeptText(`store.${key}`)
  const [coupon, setCoupon] = useKeptText(`coupon.${key}`)
  const [remark, setRemark] = useKeptText(`remark.${key}`)
  const [notice, setNotice] = useState<NoticeReason>()
  const person = useContact(key)
  const endNotice = (isOver: (shown: unknown) => boolean) => setNotice((shown) => (isOver(shown) ? undefined : shown))
  return {
    items: basket.items.filter(({ sku_id }) => !leftOut.split(',').includes(String(sku_id))),
    /** undefined: the default address. */
    address_id: address ? Number(address) : undefined,
    /** undefined: the goods are sent. */
    store_id: store ? Number(store) : undefined,
    /** A coupon's id, `none`, or empty for the best coupon. */
    coupon,
    remark,
    setRemark,
    notice,
    setNotice,
    /** Equal for choices with the same preview. */
    previewKey: [address, store, coupon, leftOut].join(' '),
    person,
    chooseAddress(id: number) {
      setAddress(String(id))
      setLeftOut('')
      endNotice(isAboutWay)
    },
    chooseStore(id: number | undefined, receiver: Parameters<typeof person.offer>[0]) {
      setStore(id === undefined ? '' : String(id))
      setLeftOut('')
      person.offer(receiver)
      endNotice(isAboutWay)
    },
    writeContact(contact: Parameters<typeof person.write>[0]) {
      person.write(contact)
      endNotice((shown) => shown === 'contact')
    },
    chooseCoupon(id: number | null) {
      setCoupon(id === null ? noCoupon : String(id))
      endNotice((shown) => typeof shown === 'object')
    },
    leaveOut(skus: number[]) {
      setLeftOut([leftOut, ...skus].filter(Boolean).join())
      endNotice(isAboutWay)
    },
    dropAddress: () => setAddress(''),
    dropStore: () => setStore(''),
    dropCoupon: () => setCoupon(''),
  }
}

export type Choices = ReturnType<typeof useChoices>
