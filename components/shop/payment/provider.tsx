'use client'

import { usePathname, useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { createContext, type ReactNode, use, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { z } from 'zod'
import { layersSettled } from '@/components/shop/back-layers'
import { useCustomer } from '@/components/shop/customer/provider'
import { useOnLeave } from '@/components/shop/use-on-leave'
import { Dismissed } from '@/components/ui/dismissed'
import { focusMain } from '@/components/ui/main-focus'
import { onDemand } from '@/components/ui/on-demand'
import { useToast } from '@/components/ui/toast'
import type { PreOrder, PreOrderInput } from '@/lib/payment/schema'
import { SendError, send } from '@/lib/server/client'
import { awaitPayment, type PaymentOutcome } from './await-payment'

// Loaded for the first payment.
const PaymentSheet = onDemand(async () => (await import('./sheet')).default, {
  onMissing: ({ onDone }) => onDone('cancelled'),
})

export interface OpenPayment {
  /** In fen. */
  amount: number
  /** Of `wx.requestPayment`. undefined: only in the mini-program of this shop. */
  parameters: Omit<z.output<typeof PreOrder>, 'payment_no'> | undefined
  /** The page of the order is still loading and will replace the checkout. */
  isArriving: boolean
  onDone: (outcome: PaymentOutcome) => void
}

interface Payable<Order> {
  id: number
  /** In fen. */
  total_amount: number
  /** Of the order's page. */
  path: string
  named: z.input<typeof PreOrderInput>
  read: (token: string) => Promise<Order>
}

type Pay = <Order extends { status: string }>(payable: Payable<Order>) => Promise<Order>

const PaymentContext = createContext<Pay>(() => Promise.reject(new Dismissed()))
interface Payments {
  /** When it changes, components read their orders again. */
  ended: number
  /** Paid by the phone, still unpaid in the shop. */
  confirming: ReadonlySet<number>
}

const PaymentsContext = createContext<Payments>({ ended: 0, confirming: new Set() })

export const usePayments = (): Payments => use(PaymentsContext)

/** Resolves to the order afterwards. Opens its page if it is paid; otherwise a message gives the reason. */
export function usePayment() {
  const pay = use(PaymentContext)
  return useCallback(
    ({ id, total_amount }: { id: number; total_amount: number }) =>
      pay({
        id,
        total_amount,
        path: `/order/${id}`,
        named: { order_id: id },
        read: (token) => send('GET /v1/order/{id}', { params: { id }, token }),
      }),
    [pay],
  )
}

/** As {@link usePayment}, of an order by its link. */
export function useSharedPayment() {
  const pay = use(PaymentContext)
  return ({ id, order_no, total_amount }: { id: number; order_no: string; total_amount: number }) =>
    pay({
      id,
      total_amount,
      path: `/order/shared/${order_no}`,
      named: { order_no },
      read: (token) => send('GET /v1/order/shared/{order_no}', { params: { order_no }, token }),
    })
}

export function PaymentProvider({ children }: { children: ReactNode }) {
  const t = useTranslations('storefront.payment')
  const toast = useToast()
  const router = useRouter()
  const path = usePathname()
  const { asCustomer, ways, token } = useCustomer()
  const [open, setOpen] = useState<Omit<OpenPayment, 'isArriving'> & { path: string }>()
  const [payments, setPayments] = useState<Payments>({ ended: 0, confirming: new Set() })

  const requestPayment = useCallback(
    (path: string, amount: number, parameters: OpenPayment['parameters']) =>
      new Promise<PaymentOutcome>((resolve) => {
        const onDone = (outcome: PaymentOutcome) => {
          setOpen(undefined)
          resolve(outcome)
        }
        setOpen({ path, amount, parameters, onDone })
      }),
    [],
  )
  // During a payment from the checkout, the page of the order opens below the sheet.
  useOnLeave(() => open?.onDone('cancelled'), open?.path)
  // A customer who has signed out in another tab cannot pay here.
  const giveUp = useEffectEvent(() => open?.onDone('cancelled'))
  useEffect(() => {
    if (!token) giveUp()
  }, [token])
  const pay = useMemo<Pay>(
    () =>
      async ({ id, total_amount, path, named, read: readBy }) => {
        toast.clear()
        const read = () => asCustomer(readBy)
        if (!ways.hasPlatform) {
          await requestPayment(path, total_amount, undefined)
          return read()
        }
        // Repeated calls return the same attempt. undefined: paid or canceled meanwhile.
        const prepared = await asCustomer((token) => send('POST /v1/pay/pre_order', { body: named, token })).catch(
          (error: unknown) => {
            if (error instanceof SendError && error.code === 'order_state') return undefined
            throw error
          },
        )
        if (!prepared) {
          const order = await read()
          if (order.status === 'paid') toast.announce('success', t('paid'))
          return order
        }
        const { payment_no: _, ...parameters } = prepared
        const outcome = await requestPayment(path, total_amount, parameters)
        const order = await awaitPayment(outcome, read)
        setPayments(({ ended, confirming }) => {
          const others = [...confirming].filter((one) => one !== id)
          const isConfirming = outcome === 'ok' && order.status === 'unpaid'
          return { ended: ended + 1, confirming: new Set(isConfirming ? [...others, id] : others) }
        })
        await layersSettled()
        if (order.status !== 'unpaid') {
          if (outcome === 'ok') toast.announce('success', t('paid'))
          if (window.location.pathname === path) {
            window.scrollTo(0, 0)
            // The payment is removed with the focused button.
            focusMain()
          } else router.push(path)
        } else if (outcome === 'ok') toast.note(t('unknown'))
        else if (outcome === 'failed') toast.failure(undefined, t('failed'), t('failedText'))
        else toast.note(t('cancelled'))
        return order
      },
    [asCustomer, ways, requestPayment, toast, router, t],
  )
  return (
    <PaymentContext value={pay}>
      <PaymentsContext value={payments}>{children}</PaymentsContext>
      {open && <PaymentSheet {...open} isArriving={path === '/checkout'} />}
    </PaymentContext>
  )
}
